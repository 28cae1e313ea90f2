#include "histories/stars_text.hpp"

#include <algorithm>

#include "cards/card_text.hpp"
#include "histories/text.hpp"

namespace railbird {

namespace {

constexpr std::size_t kMostDigits = 12;
constexpr std::size_t kMostBounty = 40;  // letters
constexpr std::size_t kNowhere = std::string_view::npos;

using text::expect;
using text::is_digit;
using text::take;
using text::take_digits;
using text::Unusual;

std::string_view stripped(std::string_view line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
    return line;
}

// A number of one or two digits, or -1.
int take_seat_number(std::string_view& text) {
    Chips number = 0;
    return take_digits(text, 2, number) ? static_cast<int>(number) : -1;
}

// Two letters for each card, with a space between cards.
std::vector<Card> cards_of(std::string_view text) {
    std::vector<Card> cards;
    expect(text.size() % 3 == 2);
    for (std::size_t i = 0; i < text.size(); i += 3) {
        const int rank = rank_of_letter(text[i]), suit = suit_of_letter(text[i + 1]);
        expect(rank >= 0 && suit >= 0 && (i + 2 == text.size() || text[i + 2] == ' '));
        const Card card = static_cast<Card>(kSuits * rank + suit);
        expect(std::find(cards.begin(), cards.end(), card) == cards.end());
        cards.push_back(card);
    }
    return cards;
}

class Reader {
public:
    Reader(const std::vector<std::string_view>& lines, int places) : lines_(lines), places_(places) {}

    StarsHand read() {
        for (const std::string_view line : lines_) expect(line.find('\n') == kNowhere);
        std::size_t next = 0;
        while (next < lines_.size() && read_seat(lines_[next])) ++next;
        const std::size_t count = hand_.names.size();
        expect(count <= StarsHand::kMostSeats);
        for (std::size_t i = 0; i < count; ++i) {
            expect(hand_.names[i].find(": ") == kNowhere);
            for (std::size_t j = 0; j < i; ++j)
                expect(hand_.names[i] != hand_.names[j] && hand_.seats[i] != hand_.seats[j]);
        }
        hand_.holes.assign(count, {kUnknownCard, kUnknownCard});
        hand_.collected.assign(count, 0);
        while (next < lines_.size() && read_line(stripped(lines_[next]))) ++next;
        expect(next < lines_.size());
        for (++next; next < lines_.size(); ++next) read_summary(stripped(lines_[next]));
        return std::move(hand_);
    }

private:
    // Removes an amount from the start of a text, with or without the sign of a currency.
    Chips take_amount(std::string_view& text) const {
        take(text, "$") || take(text, "\u20ac") || take(text, "\u00a3") || take(text, "\u00a5");
        Chips amount = 0;
        expect(take_digits(text, kMostDigits, amount) > 0);
        const bool whole = text.size() < 2 || text[0] != '.' || !is_digit(text[1]);
        if (whole) {
            for (int i = 0; i < places_; ++i) amount *= 10;
        } else {
            text.remove_prefix(1);
            const std::size_t places = static_cast<std::size_t>(places_);
            expect(take_digits(text, places, amount) == places);
        }
        expect(text.empty() || !(is_digit(text[0]) || text[0] == ','));
        return amount;
    }

    int player_of(std::string_view name) const {
        for (std::size_t i = 0; i < hand_.names.size(); ++i)
            if (hand_.names[i] == name) return static_cast<int>(i);
        return -1;
    }

    // "Seat 3: Ann ($2.50 in chips)", with anything after it. A name may look like the end of the line.
    bool read_seat(std::string_view line) {
        if (!take(line, "Seat ")) return false;
        const int seat = take_seat_number(line);
        if (seat < 0 || !take(line, ": ")) return false;
        const std::size_t end = line.rfind(" (");
        if (end == kNowhere || end == 0) return false;
        std::string_view rest = line.substr(end + 2);
        const Chips stack = take_amount(rest);
        expect(take(rest, " in chips"));
        if (take(rest, ", ")) {  // such as a bounty
            const std::size_t length = rest.find_first_of("()");
            expect(length >= 1 && length <= kMostBounty);
            rest.remove_prefix(length);
        }
        expect(rest.starts_with(")"));
        expect(hand_.names.size() < StarsHand::kMostSeats);
        hand_.names.push_back(line.substr(0, end));
        hand_.seats.push_back(seat);
        hand_.stacks.push_back(stack);
        return true;
    }

    // False for the line with which the summary begins.
    bool read_line(std::string_view line) {
        const std::size_t colon = line.find(": ");
        if (colon != kNowhere && colon > 0) {
            if (const int player = player_of(line.substr(0, colon)); player >= 0) {
                read_deed(player, line.substr(colon + 2));
                return true;
            }
            expect(!hand_.actions.empty() || !line.starts_with("Seat "));
        }
        if (take(line, "Dealt to ")) {
            const std::size_t bracket = line.rfind(" [");
            if (const int player = player_of(line.substr(0, bracket)); player >= 0 && bracket != kNowhere)
                show(player, line.substr(bracket + 1));
        } else if (take(line, "*** ")) {
            if (line.starts_with("SUMMARY")) return false;
            read_street(line);
        } else if (const std::size_t verb = line.rfind(kCollected); verb != kNowhere) {
            if (const int player = player_of(line.substr(0, verb)); player >= 0) {
                line.remove_prefix(verb + kCollected.size());
                hand_.collected[static_cast<std::size_t>(player)] += take_amount(line);
                expect(line.starts_with(" from ") && line.size() > 6 && line[6] != ' ');
            }
        }
        return true;
    }

    // What comes after the name of a player.
    void read_deed(int player, std::string_view deed) {
        expect(!deed.empty() && deed[0] > ' ' && static_cast<unsigned char>(deed[0]) < 0x80);
        if (take(deed, "folds")) {
            act(player, ActionKind::fold, 0, deed);
        } else if (take(deed, "checks")) {
            act(player, ActionKind::call, 0, deed);
        } else if (take(deed, "calls ")) {
            const Chips amount = take_amount(deed);
            act(player, ActionKind::call, amount, without_all_in(deed));
        } else if (take(deed, "bets ")) {
            const Chips amount = take_amount(deed);
            act(player, ActionKind::raise, amount, without_all_in(deed));
        } else if (take(deed, "raises ")) {
            take_amount(deed);
            expect(take(deed, " to "));
            const Chips amount = take_amount(deed);
            act(player, ActionKind::raise, amount, without_all_in(deed));
        } else if (take(deed, "shows ")) {
            show(player, deed.substr(0, kShownLength));
            expect(deed.size() == kShownLength || deed[kShownLength] == ' ');
        } else if (take(deed, "posts ")) {
            take(deed, "the ") || take(deed, "a ");
            const auto* kind = std::find_if(kStarsPosts.begin(), kStarsPosts.end(),
                                            [deed](std::string_view post) { return deed.starts_with(post); });
            expect(kind != kStarsPosts.end());
            deed.remove_prefix(kind->size());
            expect(take(deed, " "));
            const Chips amount = take_amount(deed);
            const std::string_view rest = without_all_in(deed);
            expect(rest.empty());
            hand_.posts.push_back(
                {player, static_cast<int>(kind - kStarsPosts.begin()), amount, rest.size() < deed.size()});
        } else if (deed != "mucks hand") {
            for (const std::string_view verb : {"calls", "bets", "raises", "shows", "showed", "mucks", "posts"})
                expect(!deed.starts_with(verb));
        }
    }

    static std::string_view without_all_in(std::string_view deed) {
        take(deed, " and is all-in");
        return deed;
    }

    void act(int player, ActionKind kind, Chips amount, std::string_view rest) {
        expect(rest.empty());
        hand_.actions.push_back({static_cast<std::int8_t>(player), static_cast<std::int8_t>(round_), kind, amount});
    }

    // "[Kc 6s]": hole cards, which may be told several times and in any order.
    void show(int player, std::string_view text) {
        expect(text.size() == kShownLength && text.front() == '[' && text.back() == ']');
        const std::vector<Card> cards = cards_of(text.substr(1, kShownLength - 2));
        std::array<Card, 2>& known = hand_.holes[static_cast<std::size_t>(player)];
        if (known[0] == kUnknownCard) known = {cards[0], cards[1]};
        expect(std::is_permutation(known.begin(), known.end(), cards.begin(), cards.end()));
    }

    // "FLOP *** [8h Js 3s]", or a heading without cards.
    void read_street(std::string_view heading) {
        const std::string_view word = heading.substr(0, heading.find(' '));
        expect(word != "FIRST" && word != "SECOND" && word != "THIRD");
        const auto* street = std::find(kStreets.begin(), kStreets.end(), word);
        if (street == kStreets.end()) return;
        round_ = static_cast<int>(street - kStreets.begin()) + 1;
        const std::size_t start = heading.rfind('['), end = heading.rfind(']');
        expect(start != kNowhere && end != kNowhere && start < end);
        for (const Card card : cards_of(heading.substr(start + 1, end - start - 1))) hand_.board.push_back(card);
        expect(hand_.board.size() == static_cast<std::size_t>(round_) + 2);
    }

    void read_summary(std::string_view line) {
        if (take(line, "Seat ")) {
            if (line.find('[') == kNowhere) return;
            const int seat = take_seat_number(line);
            expect(seat >= 0 && take(line, ": "));
            const std::size_t verb = std::max(line.rfind(" mucked [") + 1, line.rfind(" showed [") + 1);
            const auto found = std::find(hand_.seats.begin(), hand_.seats.end(), seat);
            if (verb && found != hand_.seats.end())
                show(static_cast<int>(found - hand_.seats.begin()), line.substr(verb + kVerbLength, kShownLength));
        } else if (take(line, "Total pot")) {
            expect(take(line, " "));
            hand_.pot = take_amount(line);
            const std::size_t bar = line.find('|');
            expect(bar != kNowhere && (line[0] == ' ' || line[0] == '.'));
            line.remove_prefix(bar + 1);
            expect(take(line, " Rake "));
            hand_.rake = take_amount(line);
        } else {
            expect(!line.starts_with("Hand was run"));
        }
    }

    static constexpr std::string_view kCollected = " collected ";
    static constexpr std::array<std::string_view, 3> kStreets{"FLOP", "TURN", "RIVER"};
    static constexpr std::size_t kShownLength = 7;  // "[Kc 6s]"
    static constexpr std::size_t kVerbLength = 7;   // "mucked "

    const std::vector<std::string_view>& lines_;
    const int places_;
    StarsHand hand_;
    int round_ = 0;
};

}  // namespace

std::optional<StarsHand> read_stars(const std::vector<std::string_view>& lines, int places) {
    try {
        return Reader(lines, places).read();
    } catch (const Unusual&) {
        return std::nullopt;
    }
}

}  // namespace railbird

// What all pages have: a connection and what is said of it, light or dark, a menu on small screens, a name if one is needed.

import { Connection } from "./connection.js";
import { byId, make } from "./dom.js";
import { icon } from "./icons.js";

/** @returns {Connection} */
export function startPage() {
  const connection = new Connection();
  const notice = byId("notice");
  connection.addEventListener("lost", () => (notice.textContent = "The server cannot be reached. Trying again…"));
  connection.addEventListener("open", () => (notice.textContent = ""));
  connection.addEventListener("refused", (event) => {
    notice.textContent = /** @type {CustomEvent} */ (event).detail.message;
  });
  themeButton(byId("theme"));
  const more = document.getElementById("more");
  if (more) menuButton(more);
  return connection;
}

/**
 * Say what failed, but not what failed because there is no connection: that is said already, until it is back.
 * @param {Connection} connection @param {unknown} error
 */
export function sayFailure(connection, error) {
  if (connection.open) byId("notice").textContent = /** @type {Error} */ (error).message;
}

/** Light or dark; kept for the next visit. @param {HTMLElement} button */
function themeButton(button) {
  button.replaceChildren(icon("theme"));
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";
  const label = () => {
    const other = isDark() ? "light colours" : "dark colours";
    button.setAttribute("aria-label", other);
    button.title = other;
  };
  label();
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
    label();
  });
}

/** Shows the controls, which small screens have no room for. @param {HTMLElement} button */
function menuButton(button) {
  button.replaceChildren(icon("more"));
  const controls = byId("controls");
  const open = (/** @type {boolean} */ wanted) => {
    controls.classList.toggle("open", wanted);
    button.setAttribute("aria-expanded", String(wanted));
  };
  button.addEventListener("click", () => open(!controls.classList.contains("open")));
  document.addEventListener("click", (event) => button.contains(/** @type {Node} */ (event.target)) || open(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
}

/**
 * Ask for a name if the player has none yet.
 * @param {Connection} connection @returns {Promise<void>}
 */
export async function needName(connection) {
  if (connection.name) return;
  const input = /** @type {HTMLInputElement} */ (make("input", { name: "name", maxlength: 24, required: true, autocomplete: "nickname" }));
  const problem = make("p", { class: "bad", role: "alert" });
  const form = make("form", { method: "dialog" }, make("h2", { id: "name-heading" }, "What shall the others call you?"), make("label", {}, "Name ", input), problem, make("div", { class: "row end" }, make("button", { class: "main" }, "Enter")));
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { id: "name-dialog", "aria-labelledby": "name-heading" }, form));
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  try {
    await new Promise((resolve, reject) => {
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        try {
          await connection.hello({ name: input.value });
          resolve(null);
        } catch (error) {
          problem.textContent = /** @type {Error} */ (error).message;
        }
      });
      dialog.addEventListener("cancel", () => reject(new Error("no name was given")));
    });
  } finally {
    dialog.remove();
  }
}

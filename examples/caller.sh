#!/bin/sh
# A player in three lines of shell, without Railbird: it calls whatever happens.
#
#   railbird match "process(sh examples/caller.sh)" simple
#
# It answers every state: answers that nobody waits for are ignored.

echo VERSION:2.0.0
while IFS= read -r state; do
    printf '%s:c\n' "$(printf %s "$state" | tr -d '\r')"
done

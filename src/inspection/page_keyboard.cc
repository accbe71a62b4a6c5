#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kKeyboardScript = R"js(
const LARGEST = Number.MAX_SAFE_INTEGER;
const MOVES = {  // to a cell of the table, or the nearest
  ArrowLeft: ({query, key}) => ({query, key: key - 1}),
  ArrowRight: ({query, key}) => ({query, key: key + 1}),
  ArrowUp: ({query, key}) => ({query: query - 1, key}),
  ArrowDown: ({query, key}) => ({query: query + 1, key}),
  PageUp: ({query, key}) => ({query: query - 10, key}),
  PageDown: ({query, key}) => ({query: query + 10, key}),
  Home: ({query}, control) => ({query: control ? 0 : query, key: 0}),
  End: ({query}, control) => ({query: control ? LARGEST : query, key: LARGEST}),
};

const after = (choices, current, by) => choices[(choices.indexOf(current) + by + choices.length) % choices.length];
const resize = (by) => setOption({size: Math.min(48, Math.max(12, options.size + by))});
const COMMANDS = {
  h: () => choose({head: after(headChoices(), view.head, 1)}),
  H: () => choose({head: after(headChoices(), view.head, -1)}),
  a: () => choose({head: "average"}),
  l: () => choose({layer: after(layerChoices(), view.layer, 1)}),
  L: () => choose({layer: after(layerChoices(), view.layer, -1)}),
  p: () => choose({part: after(partChoices(), view.part, 1)}),
  P: () => choose({part: after(partChoices(), view.part, -1)}),
  "+": () => resize(4),
  "=": () => resize(4),
  "-": () => resize(-4),
};

const within = (number, count) => Math.min(count - 1, Math.max(0, number));

picture.addEventListener("keydown", (event) => {
  if (!weightCellOf(event) || event.altKey || event.metaKey) return;
  if (Object.hasOwn(MOVES, event.key)) {
    const {query, key} = MOVES[event.key](active, event.ctrlKey);
    const part = PARTS[view.part];
    activate(within(query, part.queries.length), within(key, part.keys.length), true);
  } else if (Object.hasOwn(COMMANDS, event.key) && !event.ctrlKey) {
    COMMANDS[event.key]();
  } else {
    return;
  }
  event.preventDefault();
});
)js";

}  // namespace tfm::inspection

#include "page/page_style.h"

namespace tfm::page {

const std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --panel: #f4f4f1; --ink: #22252a; --quiet: #5b626c; --line: #d9dad5; --link: #1d5a9c;
  --replaced: #fbe7ae; --replaced-line: #a87400; --missing: #fbd9d6; --missing-line: #b3372c;
  --added: #d4e4f8; --added-line: #2b63a8;
  --s0: #3d72b4; --s1: #cf7a2b; --s2: #4f9155; --s3: #8562ac; --s4: #b5535b; --s5: #4a9aa5; --s6: #8c7a3d; --s7: #7a7f87;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191c; --panel: #202327; --ink: #e3e5e8; --quiet: #a2a9b3; --line: #3a3e44; --link: #8ab8ec;
    --replaced: #4d3f12; --replaced-line: #e0b447; --missing: #54231f; --missing-line: #ee8d84;
    --added: #1d3a5c; --added-line: #83b4ee;
    --s0: #6b9fde; --s1: #e39a55; --s2: #78b97e; --s3: #ad8fd3; --s4: #d9818a; --s5: #74bfca; --s6: #b8a663; --s7: #a5aab3;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", "PingFang SC",
    "Microsoft YaHei", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .25rem; }
p { margin: .4rem 0; }
a { color: var(--link); }
section { margin-top: 2.75rem; }
.quiet, .definition, .axis, .none, .of { color: var(--quiet); }
.definition { max-width: 46rem; font-size: .92rem; }
.none { font-style: italic; }
.systems { list-style: none; margin: 1rem 0 0; padding: 0; }
.systems li { margin: .5rem 0; }
.systems code { display: block; font-size: .85rem; color: var(--quiet); white-space: pre-wrap; }
nav { margin-top: 1.5rem; padding: .75rem 1rem; background: var(--panel); border-radius: .5rem; }
nav h2 { font-size: 1rem; border: 0; padding: 0; margin: 0 0 .25rem; }
nav ol { margin: 0; padding-left: 1.4rem; columns: 17rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2.5rem; align-items: start; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0 0 .35rem; }
th, td { padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; overflow-wrap: normal; }
th:first-child { text-align: left; min-width: 8rem; max-width: 30rem; overflow-wrap: anywhere; }
th { font-weight: 500; }
thead th { color: var(--quiet); vertical-align: bottom; min-width: 4.5rem; max-width: 14rem; overflow-wrap: break-word; }
td { white-space: nowrap; }
.of { font-size: .85em; }
figure { margin: 1rem 0; max-width: 44rem; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
.axis { font-weight: 400; }
svg { display: block; }
svg text { font-size: 13px; fill: var(--ink); }
svg .category { text-anchor: end; fill: var(--quiet); }
.s0 { --colour: var(--s0); } .s1 { --colour: var(--s1); } .s2 { --colour: var(--s2); } .s3 { --colour: var(--s3); }
.s4 { --colour: var(--s4); } .s5 { --colour: var(--s5); } .s6 { --colour: var(--s6); } .s7 { --colour: var(--s7); }
.s0, .s1, .s2, .s3, .s4, .s5, .s6, .s7 { fill: var(--colour); background: var(--colour); }
svg .line { fill: none; stroke: var(--colour); stroke-width: 1.75px; stroke-linejoin: round; }
svg .band { fill: var(--colour); opacity: .2; }
svg .grid { stroke: var(--line); }
svg .cursor { stroke: var(--quiet); stroke-dasharray: 3 3; }
svg .ring { fill: none; stroke: var(--ink); stroke-width: 1.5px; }
svg .tick { text-anchor: middle; fill: var(--quiet); }
svg .mark { font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg .tick.last, svg .left { text-anchor: end; }
.readout { margin: 0 0 0 13%; font-size: .88rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.readout b { color: var(--ink); font-weight: 600; }
.legend { font-size: .92rem; }
.legend > span { margin-right: 1rem; }
.swatch { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: .15em; }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem; }
summary { cursor: pointer; padding: .5rem 0; }
details[open] > summary { border-bottom: 1px solid var(--line); }
.segments { list-style: none; margin: 0; padding: 0; }
.segments li { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.segments li:last-child { border-bottom: 0; }
.note { margin: 0 0 .25rem; font-size: .9rem; color: var(--quiet); }
.note b { color: var(--ink); margin-right: .4rem; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .75rem; }
dt { color: var(--quiet); font-size: .88rem; padding-top: .1rem; }
dd { margin: 0; white-space: pre-wrap; min-width: 0; }
.facts dt { font-size: .92rem; padding-top: 0; }
.facts > div { grid-template-columns: 10rem 1fr; margin: .15rem 0; }
.badge { font-size: .85rem; font-weight: 600; padding: .1rem .5rem; border-radius: .35rem; background: var(--panel); }
.badge.finished { background: var(--added); }
.badge.running, .badge.best { background: var(--replaced); }
.badge.diverged, .badge.failed, .badge.stopped { background: var(--missing); }
.reason { max-width: 46rem; border-left: 3px solid var(--missing-line); padding-left: .75rem; white-space: pre-wrap; }
progress { width: 100%; max-width: 44rem; height: .6rem; accent-color: var(--s0); }
.texts td { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
.texts th, .texts th:first-child { text-align: left; overflow-wrap: break-word; min-width: 0; }
pre { overflow-x: auto; font-size: .85rem; line-height: 1.4; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; margin-top: .4rem; }
.pair > div { display: block; border-left: 3px solid var(--line); padding-left: .75rem; }
mark, ins, del { color: inherit; text-decoration: none; border-radius: .15em; padding: 0 .08em; }
mark { background: var(--replaced); border-bottom: 2px solid var(--replaced-line); }
del { background: var(--missing); border-bottom: 2px dashed var(--missing-line); }
ins { background: var(--added); border-bottom: 2px dotted var(--added-line); }
.filter {
  width: 100%; max-width: 24rem; margin: .75rem 0 0; padding: .35rem .6rem; font: inherit; color: inherit;
  background: var(--panel); border: 1px solid var(--line); border-radius: .35rem;
}
[hidden] { display: none; }
@media (max-width: 38rem) {
  body { padding: 1rem .9rem 3rem; }
  h1 { font-size: 1.4rem; }
  dl > div { display: block; margin-bottom: .3rem; }
  svg text { font-size: 12px; }
  .of { display: block; }
  .pair { grid-template-columns: 1fr; gap: .4rem; }
  .facts > div { display: grid; grid-template-columns: 7.5rem 1fr; gap: .5rem; }
  th, td { padding-right: .6rem; }
  th:first-child { min-width: 6rem; }
  thead th { min-width: 3.5rem; }
  details { padding: 0 .75rem; }
}
)css";

}  // namespace tfm::page

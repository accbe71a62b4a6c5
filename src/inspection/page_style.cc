#include "inspection/attention_page.h"

namespace tfm::inspection {

// --low and --high are kLow and kHigh of colour_scale.h where the page is light.
const std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --panel: #f4f4f1; --ink: #22252a; --quiet: #5b626c; --line: #d9dad5; --hatch: #cfd0cc;
  --focus: #c2410c; --lit: #ffe1b8; --low: #ecf3fb; --high: #08306b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191c; --panel: #202327; --ink: #e3e5e8; --quiet: #a2a9b3; --line: #3a3e44; --hatch: #3d4147;
    --focus: #ff9d5c; --lit: #5a3a12; --low: #1b2836; --high: #b5dcff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 90rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", "Noto Sans SC",
    "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: .4rem 0; }
section { margin-top: 1.75rem; }
dl { margin: 0; }
dl > div { display: flex; gap: .75rem; }
dt { color: var(--quiet); flex: 0 0 3.5rem; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 6.75em; overflow-y: auto; }
.quiet { color: var(--quiet); font-size: .92rem; }
.note { padding: .75rem 1rem; background: var(--panel); border-radius: .5rem; }
[hidden] { display: none; }

#controls {
  display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: center; margin-top: 1rem; padding: .6rem 1rem;
  background: var(--panel); border-radius: .5rem;
}
fieldset { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { float: left; padding: 0; }
select { font: inherit; max-width: 100%; }
input[type="range"] { width: 7rem; vertical-align: middle; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }

#overview { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 30%), 1fr)); gap: .6rem; }
#overview button {
  display: flex; flex-direction: column; gap: .3rem; padding: .5rem; font: inherit; font-size: .88rem; text-align: left;
  color: inherit; background: var(--panel); border: 2px solid transparent; border-radius: .5rem; cursor: pointer;
}
#overview button:hover { border-color: var(--line); }
#overview button[aria-pressed="true"] { border-color: var(--high); }
canvas { height: auto; image-rendering: pixelated; }

#legend { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .5rem; font-size: .92rem; }
#scale-end { margin-right: 1rem; }
#scale-bar { width: 8rem; height: .9rem; background: linear-gradient(to right, var(--low), var(--high)); }
.not-seen { display: flex; align-items: center; gap: .4rem; }
.swatch { width: .9rem; height: .9rem; border: 1px solid var(--line); }
.zero { background: repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 4px); }
#readout { min-height: 3em; margin: .6rem 0; overflow-wrap: anywhere; }
#readout b { white-space: nowrap; }

#scroll {
  overflow: auto; max-height: 85vh; max-width: 100%; width: fit-content; border: 1px solid var(--line);
  border-radius: .35rem;
}
#picture { border-spacing: 0; --text: min(calc(var(--size) - 3px), 15px); font-size: var(--text); line-height: 1; }
#picture th { font-weight: 400; background: var(--paper); white-space: nowrap; }
#picture thead th { position: sticky; top: 0; z-index: 2; padding: .4rem 0; vertical-align: bottom; border-bottom: 1px solid var(--line); }
#picture tbody th { position: sticky; left: 0; z-index: 1; padding: 0 .5rem; text-align: right; border-right: 1px solid var(--line); }
#picture thead th:first-child { left: 0; z-index: 3; padding: .4rem .5rem; text-align: right; border-right: 1px solid var(--line); }
#picture .piece { display: inline-block; max-width: 10rem; overflow: hidden; text-overflow: ellipsis; vertical-align: middle; padding: .1em 0; }
#picture thead .piece { writing-mode: vertical-rl; max-width: none; max-height: 9rem; padding: 0 .1em; }
#picture .arrow, #picture .corner { color: var(--quiet); font-size: .8rem; }
#picture .lit { background: var(--lit); }
#picture td { padding: 0; }
#picture td[data-weight] {
  width: var(--size); min-width: var(--size); height: var(--size); border: solid var(--paper); border-width: 0 1px 1px 0;
  background-clip: padding-box; text-align: center; font-size: 11px; cursor: crosshair;
}
#picture td.dark { color: #fff; }
#picture td.bright { color: #000; }
#picture td[data-weight]:focus { outline: 3px solid var(--focus); outline-offset: -2px; }
#picture .entropy {
  position: sticky; right: 0; padding: 0 .5rem; text-align: right; background: var(--paper);
  border-left: 1px solid var(--line); font-variant-numeric: tabular-nums; color: var(--quiet);
}
#picture thead .entropy { z-index: 3; padding: .4rem .5rem; font-size: .8rem; line-height: 1.2; }

details { margin-top: 1.5rem; border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem; }
summary { cursor: pointer; padding: .5rem 0; }
details p { max-width: 46rem; }
.keys { border-spacing: 0; font-size: .92rem; }
.keys th, .keys td { padding: .2rem 1.25rem .2rem 0; text-align: left; font-weight: 400; vertical-align: top; }
.keys th { color: var(--quiet); }
kbd { padding: 0 .35em; border: 1px solid var(--line); border-radius: .25em; background: var(--panel); font: inherit; }
@media (max-width: 38rem) {
  body { padding: 1rem .75rem 3rem; }
  #picture .piece { max-width: 5.5rem; }
  #picture .entropy { position: static; }
  legend { float: none; }
}
)css";

}  // namespace tfm::inspection

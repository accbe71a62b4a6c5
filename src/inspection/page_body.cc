#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kPageBody = R"html(
<noscript><p class="note">This page draws with JavaScript, which is off in this browser. All numbers stand in the
page's source, as JSON.</p></noscript>
<main hidden>
<div id="controls" role="group" aria-label="What to show">
<fieldset id="parts"><legend>Attention</legend></fieldset>
<label>Layer <select id="layer"></select></label>
<label>Head <select id="head"></select></label>
<label>Colours reach to <select id="scale">
<option value="picture">each picture's largest weight</option>
<option value="layer">the layer's largest weight</option>
<option value="one">1</option>
</select></label>
<label>Cells <input id="size" type="range" min="12" max="48" step="4"></label>
</div>

<section aria-labelledby="overview-title">
<h2 id="overview-title"></h2>
<div id="overview"></div>
</section>

<section aria-labelledby="picture-title">
<h2 id="picture-title" role="status"></h2>
<p id="summary" class="quiet"></p>
<p id="legend" aria-hidden="true"><span>weight 0</span><span id="scale-bar"></span><span id="scale-end"></span>
<span class="not-seen"><span class="swatch zero"></span> exactly 0: not seen</span></p>
<p id="readout"></p>
<div id="scroll"><table id="picture" role="grid" aria-labelledby="picture-title" aria-describedby="keys-hint"></table></div>
<p id="keys-hint" class="quiet">Each row is a query, each column a key; the weights of a row sum to 1. Point at a cell,
or go to the table with Tab and move with the arrow keys.</p>
</section>

<details>
<summary>Keys, and what is shown</summary>
<table class="keys">
<thead><tr><th scope="col">key, with a cell in focus</th><th scope="col">does</th></tr></thead>
<tbody>
<tr><td><kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd></td><td>go to the next cell</td></tr>
<tr><td><kbd>Home</kbd> <kbd>End</kbd></td><td>first and last key of the row; with <kbd>Ctrl</kbd>, of the table</td></tr>
<tr><td><kbd>Page Up</kbd> <kbd>Page Down</kbd></td><td>ten rows up, down</td></tr>
<tr><td><kbd>h</kbd> <kbd>H</kbd></td><td>next, previous head</td></tr>
<tr><td><kbd>a</kbd></td><td>average of all heads</td></tr>
<tr><td><kbd>l</kbd> <kbd>L</kbd></td><td>next, previous layer</td></tr>
<tr><td><kbd>p</kbd> <kbd>P</kbd></td><td>next, previous kind of attention</td></tr>
<tr><td><kbd>+</kbd> <kbd>-</kbd></td><td>larger, smaller cells</td></tr>
</tbody></table>
<p>Layers and heads count from 0, as in the names of the model's parameters. ▁ is SentencePiece's sign for a space.
A row of the decoder stands at the piece that it has just read and shows, after the arrow, the piece that it predicts.</p>
<p>The entropy of a row, −Σ w·log₂ w, says how many keys share its weight: 0 bits is a single key, 1 bit as much as two,
n bits as much as 2ⁿ. The entropy of an average is that of its rows, and so never below the average of the heads'.</p>
</details>
</main>
)html";

}  // namespace tfm::inspection

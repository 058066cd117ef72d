/**
 * What stands on the play page around the card table.
 *
 * @module
 */

/** Built once; the page fills it by the names in `data-is` and listens to the names in `data-do`. */
export const LAYOUT = `
<div class="play-head">
  <p class="play-title"><strong data-is="rules"></strong> <span data-is="deal"></span></p>
  <ul class="play-facts" data-is="facts"></ul>
</div>
<div class="play-faults" data-is="faults" role="alert" hidden></div>
<div class="play-body">
  <div class="felt-frame">
    <div class="felt" data-is="table" role="group" aria-label="Card table"></div>
  </div>
  <div class="play-side">
    <div class="play-message" data-is="message" role="status"></div>
    <div class="play-tools">
      <button type="button" data-do="undo" aria-keyshortcuts="U">Undo</button>
      <button type="button" data-do="redo" aria-keyshortcuts="Y">Redo</button>
      <button type="button" data-do="hint" aria-keyshortcuts="H">Hint</button>
      <button type="button" data-do="new">New deal</button>
      <button type="button" data-do="judge" hidden>Could it be won?</button>
      <label class="play-switch"><input type="checkbox" data-set="winnableOnly"> Winnable deals only</label>
    </div>
    <p class="play-search" data-is="search" hidden>
      <span data-is="tried"></span> <button type="button" data-do="stop">Stop looking</button>
    </p>
    <details class="play-moves" open>
      <summary>Moves <span data-is="made"></span></summary>
      <div class="play-list" data-is="moves" role="group" aria-label="Moves; each leads back to where it was made"></div>
    </details>
    <details>
      <summary>Deal</summary>
      <form data-is="deal-form">
        <label>Deal number <input data-is="deal-number" inputmode="numeric" autocomplete="off" spellcheck="false"></label>
        <button>Deal</button>
      </form>
      <form data-is="deck-form">
        <label>A deck, first card first
          <textarea data-is="deck" rows="3" autocomplete="off" spellcheck="false" placeholder="7D 8C 10H Q♠ …"></textarea></label>
        <button>Play this deck</button>
      </form>
      <div data-is="deal-fault" class="play-fault" role="alert"></div>
      <button type="button" data-do="share">Copy link to this game</button>
      <button type="button" data-do="share-deal">Copy link to this deal</button>
    </details>
    <details>
      <summary>Rules</summary>
      <label>Rules <select data-is="presets"></select></label>
      <ul data-is="changes" class="play-changes"></ul>
      <p><a data-is="house">Change these rules</a></p>
    </details>
    <details data-is="record-part">
      <summary>Record</summary>
      <button type="button" data-do="copy">Copy</button>
      <button type="button" data-do="download">Download</button>
      <form data-is="record-form">
        <label>A record to load
          <textarea data-is="record" rows="4" autocomplete="off" spellcheck="false" placeholder="record: 1 …"></textarea></label>
        <button>Load</button>
        <label class="play-file">or from a file <input type="file" data-is="file" accept=".yaml,.yml,.json,.txt"></label>
      </form>
      <div data-is="record-fault" class="play-fault" role="alert"></div>
    </details>
    <details>
      <summary>Display and keys</summary>
      <label class="play-switch"><input type="checkbox" data-set="fourColours"> A colour for each suit</label>
      <label class="play-switch"><input type="checkbox" data-set="letterKeys"> Letter keys</label>
      <dl class="play-keys">
        <div><dt>Arrow keys</dt><dd>from card to card</dd></div>
        <div><dt>Enter</dt><dd>select a card, then its partner; a king leaves at once</dd></div>
        <div><dt>D</dt><dd>draw; 1 2 3 draw onto that pile</dd></div>
        <div><dt>R</dt><dd>redeal</dd></div>
        <div><dt>U, Y</dt><dd>undo, redo</dd></div>
        <div><dt>H</dt><dd>hint</dd></div>
        <div><dt>Esc</dt><dd>drop the selection, or stop looking for a deal</dd></div>
      </dl>
    </details>
  </div>
</div>
`;

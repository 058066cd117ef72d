/**
 * What the play page remembers from visit to visit, where the browser lets it.
 *
 * @module
 */

/**
 * @typedef {object} Settings
 * @property {boolean} fourColours
 * @property {boolean} winnableOnly
 * @property {boolean} letterKeys
 * @property {Tally | null} tally
 */
/** Points over several deals under the rules of a link. @typedef {{rules: string, deals: number, points: number}} Tally */

const KEY = 'pyramid-play';
/** @type {Settings} */
const DEFAULTS = {fourColours: false, winnableOnly: false, letterKeys: true, tally: null};

/** @returns {Settings} */
export function loadSettings() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const {fourColours, winnableOnly, letterKeys} = DEFAULTS;
    /** @param {unknown} value @param {boolean} standard */
    const flag = (value, standard) => (typeof value === 'boolean' ? value : standard);
    return {
      fourColours: flag(stored.fourColours, fourColours),
      winnableOnly: flag(stored.winnableOnly, winnableOnly),
      letterKeys: flag(stored.letterKeys, letterKeys),
      tally: isTally(stored.tally) ? stored.tally : null,
    };
  } catch {
    return {...DEFAULTS}; // storage is shut or holds something else
  }
}

/** @param {any} tally @returns {tally is Tally} */
const isTally = (tally) =>
  typeof tally?.rules === 'string' && Number.isSafeInteger(tally.deals) && Number.isSafeInteger(tally.points);

/** @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is shut or full: the settings last as long as the page.
  }
}

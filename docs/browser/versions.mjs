/**
 * Versions of the rules, and what something written for one of them means under another; see `pyramid_ref/versions.py`.
 *
 * @module
 */

const VERSION = /^(?:0|[1-9]\d{0,3})\.(?:0|[1-9]\d{0,3})$/;

/** Of two versions with the same major number. @param {string} version @param {string} ours */
export const isNewer = (version, ours) => Number(version.split('.')[1]) > Number(ours.split('.')[1]);

/**
 * What was expected instead of a version that cannot be read by ours, and why; null where it can. Where flags are not
 * known, that the rules are newer explains it.
 * @param {unknown} version @param {string} ours @param {boolean} badFlags
 */
export function insteadOf(version, ours, badFlags) {
  if (typeof version !== 'string' || !VERSION.test(version)) return `the version of the rules in quotes, such as "${ours}".`;
  const [major, mine] = [version, ours].map((text) => Number(text.split('.')[0]));
  if (major === mine) {
    if (!badFlags || !isNewer(version, ours)) return null;
    return `version ${ours} or an earlier one: rules that are newer have what is not known here; a newer pyramid-ref can read it.`;
  }
  const reader = major < mine ? `an older pyramid-ref, with rules ${major}.x, plays what it means` : 'a newer pyramid-ref can read it';
  return `a version that these rules, ${ours}, can stand for: ${mine}.x. Other rules may mean another game by it; ${reader}.`;
}

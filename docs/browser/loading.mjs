/**
 * The data that stands beside the scripts.
 *
 * @module
 */

/** The data of a JSON file; throws where it cannot be had. @param {string} name @returns {Promise<any>} */
export async function load(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

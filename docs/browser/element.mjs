/**
 * Elements of a page, made in one call.
 *
 * @module
 */

/** @typedef {string | number | boolean | null | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null} Child  null stands for nothing */

/**
 * An element with attributes and children. A function is a listener (`onclick`), true an attribute without value,
 * false and null none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Readonly<Record<string, Attribute>>} [attributes] @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.replace(/^on/, ''), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Put other children in the place of those there are. @param {Element} parent @param {readonly Child[]} children */
export const fill = (parent, ...children) => parent.replaceChildren(...children.filter((child) => child !== null));

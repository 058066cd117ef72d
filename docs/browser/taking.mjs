/**
 * Taking something along from a page: to the clipboard, or as a file.
 *
 * @module
 */

/**
 * Copy a text. Returns false where the browser does not let a page do that.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or no clipboard outside https and localhost
  }
}

/** Hand over a text as a file to save. @param {string} name @param {string} text */
export function saveText(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/yaml'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be asking where to put it
}

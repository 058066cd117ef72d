/**
 * A deal number by chance.
 *
 * @module
 */

/** A number that can still be read out to a friend, from the browser's source of chance. @returns {bigint} */
export const randomDeal = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

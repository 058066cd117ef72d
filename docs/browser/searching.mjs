/**
 * Questions to the solver's worker, one at a time.
 *
 * @module
 */

/** @import {Position, Rules} from '../engine/pyramid.mjs' */
/** @import {Answer} from './solver.mjs' */

export class NoWorker extends Error {}

export class Search {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** Ends the question that is open, without an answer. */
    this.giveUp = () => {};
  }

  /**
   * A winning line; null: another question came, or it was stopped. Throws NoWorker where the browser runs none.
   * @param {Position} position @param {Rules} rules @param {number} seconds @returns {Promise<Answer | null>}
   */
  line(position, rules, seconds) {
    return this.ask({line: {position, rules, seconds}}, (data) => 'winnable' in data);
  }

  /**
   * A random deal that can be won; null and errors as above. `seconds` bounds the time for one deal.
   * @param {Rules} rules @param {number} seconds @param {(tried: number) => void} onTried
   * @returns {Promise<{deal: bigint, tried: number} | null>}
   */
  deal(rules, seconds, onTried) {
    return this.ask({deal: {rules, seconds}}, (data) => {
      if (!('deal' in data)) onTried(data.tried);
      return 'deal' in data;
    });
  }

  /** @param {object} question @param {(data: any) => boolean} isAnswer @returns {Promise<any>} */
  ask(question, isAnswer) {
    this.stop();
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new NoWorker('The browser does not run the search.'));
      try {
        this.worker ??= new Worker(new URL('./solver-worker.mjs', import.meta.url), {type: 'module'});
      } catch {
        return void refuse();
      }
      const {worker} = this;
      const end = () => {
        worker.onmessage = worker.onerror = null;
        this.giveUp = () => {};
      };
      this.giveUp = () => {
        end();
        worker.terminate();
        this.worker = null;
        resolve(null);
      };
      worker.onmessage = ({data}) => {
        if (!isAnswer(data)) return;
        end();
        resolve(data);
      };
      worker.onerror = () => {
        end();
        this.worker = null;
        refuse();
      };
      worker.postMessage(question);
    });
  }

  /** Gives up the open question, if there is one. */
  stop() {
    this.giveUp();
  }
}

/**
 * The page of a scenario: as it is written, unless its address names a game.
 *
 * @module
 */

async function show() {
  const scenario = document.querySelector('.scenario');
  if (!scenario || !/[#&](?:deal|deck)=/.test(location.hash)) return;
  const {showFailure} = await import('./failure.mjs');
  await showFailure(scenario);
}

addEventListener('hashchange', show);
await show();

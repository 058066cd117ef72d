// Opened from disk, a folder does not lead to the page in it, so links name that page.
if (location.protocol === 'file:') {
  addEventListener('click', ({target}) => {
    const link = target.closest?.('a[href]');
    if (link?.protocol === 'file:' && link.pathname.endsWith('/')) link.pathname += 'index.html';
  }, {capture: true});
}

// The theme's search has no name for those who cannot see it.
document.querySelector('.md-search[role="dialog"]')?.setAttribute('aria-label', 'Search');

// Nor have the frames of its copy buttons, which are no navigation; and its wide tables cannot be scrolled by keys.
const mend = () => {
  document.querySelectorAll('nav.md-code__nav:not([role])').forEach((nav) => nav.setAttribute('role', 'none'));
  document.querySelectorAll('.md-typeset__scrollwrap:not([tabindex])').forEach((frame) => (frame.tabIndex = 0));
};
new MutationObserver(mend).observe(document.querySelector('.md-content'), {childList: true, subtree: true});
mend();

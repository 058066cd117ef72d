// Opened from disk, a folder does not lead to the page in it, so links name that page.
if (location.protocol === 'file:') {
  addEventListener('click', ({target}) => {
    const link = target.closest?.('a[href]');
    if (link?.protocol === 'file:' && link.pathname.endsWith('/')) link.pathname += 'index.html';
  }, {capture: true});

  // Nor do browsers run modules or read data there, so an interactive page says why it is none; a page that comes to
  // life all the same puts its controls in the place of this. The theme's search is out of service, too.
  const root = new URL(document.querySelector('link[rel="icon"]').href + '/../..');
  const page = location.pathname.slice(root.pathname.length).replace(/index\.html$/, '');
  document.querySelector('[data-interactive]')?.insertAdjacentHTML('afterbegin', `
    <div class="admonition warning" role="note">
      <p class="admonition-title">Opened from disk</p>
      <p>Browsers run the scripts of this page only where it comes from a web server. To have one, type
      <code>python3 -m http.server</code> in the folder of the site and open <code>http://localhost:8000/${page}</code>.
      Until then, here is what can be read without scripts.</p>
    </div>`);
  document.querySelectorAll('label[for="__search"]').forEach((label) => (label.hidden = true));
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

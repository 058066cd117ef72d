// Makes the heads of the matrix into buttons that sort its rows; without this the table is read as it stands.
for (const [column, head] of document.querySelectorAll("#matrix thead th").entries()) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const body = document.querySelector("#matrix tbody");
    const key = (row) => row.children[column].dataset.sort ?? row.children[column].textContent.trim();
    const rows = [...body.rows].sort((a, b) => key(a).localeCompare(key(b), undefined, { numeric: true }));
    body.append(...(up ? rows : rows.reverse()));
  });
}

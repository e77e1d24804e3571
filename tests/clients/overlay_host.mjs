// Runs the script of an overlay page without a browser: node overlay_host.mjs PAGE QUERY
// Prints what the page shows whenever that changes, and ends once it says `finished`.
import { readFileSync } from 'node:fs'

const [page, search] = process.argv.slice(2)
const [, script] = readFileSync(page, 'utf8').match(/<script type="module">(.*)<\/script>/s)

const heading = { textContent: '' }
const list = { rows: [], replaceChildren: (...rows) => { list.rows = rows; show() } }
let shown = ''

function show() {
  const rows = list.rows.map((row) => `${row.className && '*'}${row.textContent}`)
  const now = JSON.stringify({ heading: heading.textContent, rows })
  if (now !== shown) console.log(now)
  shown = now
}

Object.assign(globalThis, {
  location: { search },
  document: {
    body: { classList: { toggle: () => {} } },
    createElement: () => ({}),
    querySelector: (name) => (name === 'ol' ? list : heading),
  },
})
setInterval(() => {
  show()
  if (heading.textContent === 'finished') process.exit()
}, 50)
await import(`data:text/javascript,${encodeURIComponent(script)}`)

import '../../ui/tokens.css'
import './themes.css'
import { render } from 'preact'
import { language } from '../../ui/words.ts'
import { followShape, Overlay } from './overlay.tsx'
import { readParameters, type Parameters } from './parameters.ts'
import { Stage } from './scene.ts'
import { Service } from './service.ts'
import { startClock } from './time.ts'
import { watchAccount, watchMatch } from './watch.ts'

function dress({ theme, lang, scale, motion, fourColours }: Parameters): void {
  const page = document.documentElement
  language.value = lang ?? language.value
  page.lang = language.value
  page.dataset['look'] = theme
  page.dataset['motion'] = motion ? 'on' : 'off'
  page.dataset['deck'] = fourColours ? 'four' : 'two'
  page.style.setProperty('--scale', String(scale))
}

const parameters = readParameters(location.search, new URL('..', location.href).href)
const service = new Service(parameters.api, parameters.key)
const stage = new Stage()
dress(parameters)
followShape()
startClock()
render(<Overlay stage={stage} service={service} parameters={parameters} />, document.body)
if (parameters.sample) void import('./sample.ts').then(({ showSample }) => showSample(service, stage))
else if (parameters.match !== null) void watchMatch(service, stage, parameters.match)
else if (parameters.key !== null) void watchAccount(service, stage)
else stage.connection.value = { state: 'refused', code: 'NO_MATCH' }

import { render } from 'preact'
import { App } from './app.tsx'
import { makeInstallable } from './install.ts'
import { watchReach } from './reach.ts'
import { followAddress } from './router.ts'
import { openSession, SERVICE } from './session.ts'
import { openSettings } from './settings.ts'
import { showTitle } from './title.ts'
import { followTurns } from './turns.ts'

openSettings()
openSession()
followTurns()
showTitle()
followAddress()
watchReach(`${SERVICE}/livez`)
makeInstallable()
const place = document.getElementById('app')
if (place) render(<App />, place)

// What makes an app of the page: its service worker, and a manifest in the language of the page.

import { effect } from '@preact/signals'
import { language } from '../../ui/words.ts'

const MANIFESTS = { pl: './manifest.pl.webmanifest', en: './manifest.webmanifest' }

/** Let the page be installed, and open without a network. */
export function makeInstallable(): void {
  effect(() => {
    document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.setAttribute('href', MANIFESTS[language.value])
  })
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('./sw.js').catch(() => undefined) // a private window may refuse it
  }
}

import { useSyncExternalStore } from 'react'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { usePrinting } from '../layout/printing.ts'

export type Theme = 'light' | 'dark'

/** The chosen theme; used only while `followSystem` is off. */
const chosenTheme = createStoredValue<Theme>('theme', {
  parse: (text) => (text === 'dark' ? 'dark' : 'light'),
  format: (value) => value,
})

/** On by default. */
export const followSystem = createStoredValue<boolean>('syncOsTheme', {
  parse: (text) => text !== 'false',
  format: String,
})

/** Choosing a theme turns `followSystem` off. */
export function chooseTheme(theme: Theme): void {
  chosenTheme.set(theme)
  followSystem.set(false)
}

/** The current theme: the system's or the chosen one, and light on paper. public/boot.js decides the same before the first paint. */
export function useTheme(): Theme {
  const theme = useSyncExternalStore(subscribe, readTheme)
  return usePrinting() ? 'light' : theme
}

export function useFollowSystem(): boolean {
  return useSyncExternalStore(followSystem.subscribe, followSystem.get)
}

function readTheme(): Theme {
  if (!followSystem.get()) return chosenTheme.get()
  return systemDark().matches ? 'dark' : 'light'
}

function systemDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

function subscribe(listener: () => void): () => void {
  const media = systemDark()
  const stops = [chosenTheme.subscribe(listener), followSystem.subscribe(listener)]
  media.addEventListener('change', listener)
  return () => {
    media.removeEventListener('change', listener)
    for (const stop of stops) stop()
  }
}

import { useState, useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/browser/stored-value.ts'
import type { Place, Section } from './navigation.ts'

type Choices = Readonly<Record<string, boolean>>

/** Groups of the menu that the user has opened (true) or folded (false). */
const choices = createStoredValue<Choices>('menuGroups', {
  parse: (text) =>
    Object.fromEntries(
      (text ?? '').split(' ').flatMap((one) => {
        const [id = '', state] = one.split(':')
        return state === 'open' || state === 'folded' ? [[id, state === 'open']] : []
      }),
    ),
  format: (value) =>
    Object.entries(value)
      .map(([id, isOpen]) => `${id}:${isOpen ? 'open' : 'folded'}`)
      .join(' '),
})

/**
 * Which groups of the menu are open: those that the user has opened, and that of the current page. The latter can be
 * folded until another entry is opened.
 */
export function useFolding({
  place,
  isFoldedAtFirst,
}: {
  readonly place: Place | undefined
  readonly isFoldedAtFirst: boolean
}) {
  const chosen = useSyncExternalStore(choices.subscribe, choices.get)
  /** The entry that was current when its group was folded. */
  const [foldedAt, setFoldedAt] = useState<string>()
  const current = place?.entry.path
  const isOpen = ({ id, title }: Section): boolean => {
    if (!title) return true
    return place?.section.id === id ? foldedAt !== current : (chosen[id] ?? !isFoldedAtFirst)
  }
  const toggle = (section: Section) => {
    const opens = !isOpen(section)
    choices.set({ ...chosen, [section.id]: opens })
    if (place?.section.id === section.id) setFoldedAt(opens ? undefined : current)
  }
  return { isOpen, toggle }
}

import { useState } from 'react'
import { z } from 'zod'
import type { Point } from './layout.ts'

type Positions = Readonly<Record<string, Point>>

const stored = z.record(z.string(), z.object({ x: z.number(), y: z.number() }))
const keyOf = (name: string) => `flowPositions:${name}`

/** Positions of the nodes that the user has moved, kept in the browser. */
export function usePositions(name: string): [Positions, (positions: Positions) => void] {
  const [positions, setPositions] = useState<Positions>(() => read(name))
  return [
    positions,
    (next) => {
      setPositions(next)
      write(name, next)
    },
  ]
}

function read(name: string): Positions {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}'))
  } catch {
    // Invalid data, or data of an older version.
    return {}
  }
}

function write(name: string, positions: Positions): void {
  try {
    if (Object.keys(positions).length === 0) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(positions))
  } catch {
    // The browser storage is full: the positions last until the page is left.
  }
}

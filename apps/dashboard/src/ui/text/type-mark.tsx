import type { ReactNode } from 'react'
import styles from './type-mark.module.css'

/** Outline of each kind of system in a square of 32 units, and how far its letters are from the center. */
const shapes = {
  http: { outline: 'M16 2.5a13.5 13.5 0 1 1 0 27a13.5 13.5 0 1 1 0-27z', x: 0, y: 0 },
  broker: { outline: 'M16 2.5l11.7 6.75v13.5L16 29.5L4.3 22.75V9.25z', x: 0, y: 0 },
  database: {
    outline:
      'M4 7.5C4 4.7 9.4 2.5 16 2.5s12 2.2 12 5v17c0 2.8-5.4 5-12 5s-12-2.2-12-5zM4 7.5c0 2.8 5.4 5 12 5s12-2.2 12-5',
    x: 0,
    y: 4.5,
  },
  'time-series': { outline: 'M2.5 14l7.5-6l7 4L29.5 3v23.5a3 3 0 0 1-3 3h-21a3 3 0 0 1-3-3z', x: 0, y: 4 },
  streaming: { outline: 'M5 5h15.5L30 16l-9.5 11H5a2.5 2.5 0 0 1-2.5-2.5v-17A2.5 2.5 0 0 1 5 5z', x: -2.5, y: 0 },
  storage: { outline: 'M2.5 5h27l-3.2 22a3 3 0 0 1-3 2.5H8.7a3 3 0 0 1-3-2.5z', x: 0, y: 0.5 },
  identity: { outline: 'M16 2.5l12 4.2v9c0 6.9-5 11.6-12 13.8c-7-2.2-12-6.9-12-13.8v-9z', x: 0, y: -0.5 },
  file: {
    outline: 'M8 2.5h11.5L27 10v16.5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-21a3 3 0 0 1 3-3zM19.5 2.5V10H27',
    x: 0,
    y: 4,
  },
  other: {
    outline: 'M8 2.5h16A5.5 5.5 0 0 1 29.5 8v16a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 24V8A5.5 5.5 0 0 1 8 2.5z',
    x: 0,
    y: 0,
  },
} as const

interface TypeMarkProps {
  readonly type: {
    readonly category: keyof typeof shapes
    /** One or two letters. */
    readonly mark: string
  }
  /** Pixels. */
  readonly size?: number
}

/** A small drawing that distinguishes types of systems: the shape is the category, the letters are the product. */
export function TypeMark({ type: { category, mark }, size = 22 }: TypeMarkProps) {
  const { outline, x, y } = shapes[category]
  return (
    <svg className={styles.mark} data-category={category} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path d={outline} />
      <text x={16 + x} y={20.5 + y} textAnchor="middle">
        {mark}
      </text>
    </svg>
  )
}

/** A name in a list after the drawing of its type. */
export const MarkedName = ({ type, children }: TypeMarkProps & { readonly children: ReactNode }) => (
  <span className={styles.marked}>
    <TypeMark type={type} />
    {children}
  </span>
)

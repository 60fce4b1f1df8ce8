import { expect, test } from 'vitest'
import css from './tokens.css?raw'

const texts = ['ink', 'ink-soft', 'ink-dim', 'accent']
const grounds = ['paper', 'surface', 'sunken', 'hover', 'selected']
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['red', 'surface'],
  ['red', 'paper'],
  ['amber', 'surface'],
  ['ink-soft', 'grey-soft'],
  ['ink', 'amber-soft'],
  ['ink', 'red-soft'],
  ['ink-soft', 'red-soft'],
  ['ink-soft', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['amber', 'amber-soft'],
  ['red', 'red-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
] as const

for (const theme of ['light', 'dark']) {
  const colors = colorsOf(theme)
  test.each(pairs)(`${theme}: %s on %s can be read (4.5:1)`, (text, ground) => {
    expect(contrast(colors(text), colors(ground))).toBeGreaterThanOrEqual(4.5)
  })
  const lines = Array.from({ length: 8 }, (_, index) => `series-${index + 1}`)
  test.each(['line-control', 'focus', 'accent-line', 'red-dot', 'grey-dot', ...lines])(
    `${theme}: %s can be seen (3:1)`,
    (name) => {
      expect(contrast(colors(name), colors('surface'))).toBeGreaterThanOrEqual(3)
    },
  )
}

function colorsOf(theme: string): (name: string) => string {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return (name) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1]
    if (value === undefined) throw new Error(`${theme} has no --${name}`)
    return value
  }
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

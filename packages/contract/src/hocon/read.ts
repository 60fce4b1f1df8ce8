import { HoconError, type TextPosition } from './hocon-error.ts'
import { writePath } from './key.ts'
import type { Branch, Layer } from './node.ts'
import { parseHocon } from './parse.ts'
import { resolveHocon } from './resolve.ts'
import type { HoconObject } from './value.ts'

export interface HoconDocument {
  readonly value: HoconObject
  /**
   * Position of the last assignment of a key, or of a list element: `['authorization', 'sources', 0, 'type']`. For
   * values that are not in the text (missing, or from a reference), the nearest enclosing key; undefined without one.
   */
  readonly positionOf: (path: readonly (string | number)[]) => TextPosition | undefined
}

/**
 * Parses EMQX's configuration language: HOCON (https://github.com/lightbend/config/blob/main/HOCON.md) without
 * `include` and environment variables. As in EMQX, `@` needs no quotes, a key with spaces does, unknown escapes keep
 * their backslash, and text in triple quotes that starts with `~` is indented.
 * @throws HoconError
 */
export const readHocon = (text: string): HoconObject => readHoconWithPositions(text).value

/** The same, with the position of each value in the text. */
export function readHoconWithPositions(text: string): HoconDocument {
  const positionAt = createPositions(text)
  const fail = (reason: string, at: number, path: readonly (string | number)[]): never => {
    throw new HoconError(reason, positionAt(at), writePath(path))
  }
  const root = parseHocon(text, fail)
  const value = resolveHocon(root, fail)
  return {
    value,
    positionOf(path) {
      const at = offsetOf(root, path)
      return at === undefined ? undefined : positionAt(at)
    },
  }
}

function offsetOf(root: Branch, path: readonly (string | number)[]): number | undefined {
  let at: number | undefined
  let node: Layer | undefined = root
  for (const step of path) {
    if (node?.kind === 'branch') {
      const cell = node.cells.get(String(step))
      at = cell?.at ?? at
      node = cell?.layers.at(-1)
    } else if (node?.kind === 'list') {
      node = node.items[Number(step)]
      at = node?.at ?? at
    }
  }
  return at
}

/** Line and column of offsets in a text. Lines are counted on first use. */
function createPositions(text: string): (offset: number) => TextPosition {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

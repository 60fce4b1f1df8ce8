import type { TextPosition } from './hocon-error.ts'

/** Line and column of offsets in a text. Lines are counted on first use. */
export function createPositions(text: string): (offset: number) => TextPosition {
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

/** Maps a string to one of `count` slots, always the same one and evenly distributed. */
export function spread(text: string, count: number): number {
  let value = 0
  for (let index = 0; index < text.length; index += 1) value = (value * 31 + text.charCodeAt(index)) >>> 0
  return value % count
}

/** Longer sentences do not fit into one line below a field. */
const maxLine = 110

/** The first sentence of a text; the text itself if it has only one. Long sentences end with an ellipsis. */
export function firstSentence(text: string): string {
  const sentence = /^.*?(?:[^.\s](?<!e\.g|i\.e)[.!?](?=\s+\S)|[。！？])/.exec(text)?.[0] ?? text.split('\n')[0] ?? text
  if (sentence.trim() === text.trim()) return text
  return widthOf(sentence) <= maxLine ? sentence : shortened(sentence)
}

function shortened(sentence: string): string {
  let width = 0
  const end = [...sentence].findIndex((character) => {
    width += widthOf(character)
    return width > maxLine
  })
  const kept = [...sentence].slice(0, end).join('')
  return `${kept.replace(/\s+\S*$/, '')}…`
}

/** Chinese characters are twice as wide. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (character > '\u2e7f' ? 2 : 1), 0)
}

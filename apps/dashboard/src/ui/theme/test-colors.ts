import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { classHighlighter, highlightTree } from '@lezer/highlight'

/** Tokens with their colour, `key:propertyName 1:number`; tokens without a colour are left out. */
export function colorsOf(language: Extension, text: string): string {
  const tree = ensureSyntaxTree(EditorState.create({ doc: text, extensions: [language] }), text.length, 1000)
  const found: string[] = []
  if (tree) {
    highlightTree(tree, classHighlighter, (from, to, names) => {
      found.push(`${text.slice(from, to)}:${names.replaceAll('tok-', '')}`)
    })
  }
  return found.filter((token) => !/(punctuation|operator|bracket)/.test(token)).join(' ')
}

import { syntaxTree } from '@codemirror/language'
import { forceLinting, linter, type Diagnostic as Mark } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CodeEditorViewProps, Diagnostic } from './code-editor-types.ts'

/** Marks what the form found, and in JSON without placeholders what the browser finds. */
export function diagnosticsOf(latest: () => CodeEditorViewProps): Extension {
  return linter(
    (view) => {
      const { diagnostics, language, completions, isReadOnly } = latest()
      const given = (diagnostics ?? []).map((diagnostic) => toMark(view, diagnostic))
      if (given.length > 0 || language !== 'json' || completions !== undefined || isReadOnly) return given
      return jsonMistake(view)
    },
    { delay: 400, needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some(isLookAgain)) },
  )
}

/** For what the text itself does not tell: the form has found something, the language has arrived. */
export function lookAgain(view: EditorView): void {
  view.dispatch({ effects: again.of(null) })
  forceLinting(view)
}

const again = StateEffect.define<null>()

function isLookAgain(effect: StateEffect<unknown>): boolean {
  return effect.is(again)
}

function toMark({ state }: EditorView, { line, column, message, length, severity = 'error' }: Diagnostic): Mark {
  const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
  const start = Math.min(from + Math.max(0, column - 1), to)
  // To the end of the word; at the end of a line its last character, for there is nothing to underline behind it.
  const end =
    length === undefined
      ? (state.wordAt(start)?.to ?? Math.min(start + 1, to))
      : Math.min(start + Math.max(1, length), Math.max(to, start), state.doc.length)
  return { from: start === end ? Math.max(from, start - 1) : start, to: end, severity, message }
}

function jsonMistake(view: EditorView): Mark[] {
  const text = view.state.doc.toString()
  if (text.trim() === '') return []
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    const at = positionOf(error instanceof Error ? error.message : '', view)
    const { number, from } = view.state.doc.lineAt(at)
    const message = view.state.phrase('invalidJson')
    return [toMark(view, { line: number, column: at - from + 1, message })]
  }
}

/** Where the text stops being JSON. Not every browser's message tells, and Chromium's only for long texts. */
function positionOf(message: string, { state }: EditorView): number {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Math.min(Number(position), state.doc.length)
  let first = state.doc.length
  syntaxTree(state).iterate({
    enter({ type, from }) {
      if (type.isError) first = Math.min(first, from)
    },
  })
  return first
}

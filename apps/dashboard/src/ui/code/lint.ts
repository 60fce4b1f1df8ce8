import { syntaxTree } from '@codemirror/language'
import { forceLinting, linter, type Diagnostic as Mark } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CodeEditorViewProps, Diagnostic } from './types.ts'

/** Marks the errors that the form found, and JSON syntax errors in texts without placeholders. */
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

/** Runs the linter again after a change outside of the text: new errors of the form, a loaded language. */
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
  // Marks until the end of the word. At the end of a line it marks the last character, because an empty range is not visible.
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

/** Position of a JSON syntax error. Not all browsers report it; Chromium reports it only for long texts. */
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

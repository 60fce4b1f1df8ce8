import {
  type CompletionContext,
  type CompletionResult,
  type Completion as Offered,
  snippet,
} from '@codemirror/autocomplete'
import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view'
import type { CodeHelp, Completion, Hint, Signature } from './types.ts'

/** Help for the word under the pointer, and for the call around the caret. */
export function helpFrom(help: () => CodeHelp | undefined): Extension {
  return [
    hoverTooltip((view, at) => {
      const hint = help()?.hintAt(view.state.doc.toString(), at)
      return hint ? { pos: hint.from, end: hint.to, above: true, create: () => ({ dom: hintView(hint) }) } : null
    }),
    signatureField(help),
  ]
}

/**
 * Completions at the caret. They are computed again after every word, because they depend on the whole text. Within a
 * word they stay valid: CodeMirror ignores a click on a completion while it computes them.
 */
export function offeredBy(help: CodeHelp, context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const found = help.completeAt(state.doc.toString(), pos)
  if (!found || found.options.length === 0) return null
  const before = state.sliceDoc(pos - 1, pos)
  // No word has been started and completion was not requested.
  if (found.from === pos && !explicit && before !== '.') return null
  return { from: found.from, to: found.to, options: found.options.map(toOffered), validFor: /^\w+$/ }
}

function toOffered({ label, detail, info, snippet: template }: Completion): Offered {
  return {
    label,
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    ...(template !== undefined && { apply: snippet(template) }),
  }
}

function signatureField(help: () => CodeHelp | undefined): Extension {
  return StateField.define<Tooltip | null>({
    create: () => null,
    update(shown, { docChanged, selection, state }) {
      return docChanged || selection ? signatureAt(help(), state) : shown
    },
    provide: (field) => showTooltip.from(field),
  })
}

function signatureAt(help: CodeHelp | undefined, state: EditorState): Tooltip | null {
  const { main } = state.selection
  const found = main.empty ? help?.signatureAt(state.doc.toString(), main.head) : undefined
  if (!found) return null
  return { pos: main.head, above: true, strictSide: true, create: () => ({ dom: signatureView(found) }) }
}

function hintView({ title, text, examples = [] }: Hint): HTMLElement {
  const box = element('div')
  box.className = 'cm-hint'
  box.append(element('code', title), element('p', text), ...examples.map((line) => element('code', line)))
  return box
}

function signatureView({ name, parameters, active }: Signature): HTMLElement {
  const box = element('div', `${name}(`)
  box.className = 'cm-signature'
  for (const [index, parameter] of parameters.entries()) {
    if (index > 0) box.append(', ')
    box.append(index === Math.min(active, parameters.length - 1) ? element('b', parameter) : parameter)
  }
  box.append(')')
  return box
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

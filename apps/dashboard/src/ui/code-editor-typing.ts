import { EditorView } from '@codemirror/view'

/**
 * Puts what is typed in the place of what is selected, as CodeMirror does it behind the browser's back otherwise. Chromium would
 * give it the colours of what was there by a style of its own, which the Content-Security-Policy refuses aloud.
 */
export const typingOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { main } = view.state.selection
    if (inputType !== 'insertText' || data === null || main.empty || view.state.readOnly) return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) view.dispatch(insert())
    return true
  },
})

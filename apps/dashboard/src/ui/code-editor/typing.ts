import { EditorView } from '@codemirror/view'

/**
 * Replaces the selection with the typed text in a CodeMirror transaction. Otherwise Chromium keeps the colours of the
 * old text with an inline style, which violates the Content-Security-Policy.
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

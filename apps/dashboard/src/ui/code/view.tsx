import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { nextDiagnostic } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  MatchDecorator,
  placeholder as placeholderText,
  ViewPlugin,
} from '@codemirror/view'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocale } from '../../i18n/index.ts'
import styles from './code-editor.module.css'
import { completeFrom } from './completion.ts'
import { helpFrom, offeredBy } from './help.ts'
import { diagnosticsOf, lookAgain } from './lint.ts'
import { editorPhrases } from './messages.ts'
import { sqlLanguage } from './sql.ts'
import { editorTheme } from './theme.ts'
import type { CodeEditorViewProps, CodeLanguage } from './types.ts'

const fromOutside = Annotation.define<true>()

/**
 * CodeMirror in a shadow root. There it writes its styles to a constructed style sheet, which `style-src 'self'`
 * permits; in the document it would insert a style element. Custom properties (design tokens) are inherited into the
 * shadow root, ids are not.
 */
export function CodeEditorView(props: CodeEditorViewProps) {
  const { id, value, minLines, maxLines, diagnostics } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const caret = useRef(props.caret)
  const [editor, setEditor] = useState<Editor>()
  const locale = useLocale()
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (!host.current) return
    const created = createEditor(host.current, () => latest.current, editorPhrases[locale])
    setEditor(created)
    return () => created.view.destroy()
  }, [locale])

  useEffect(() => {
    if (!editor || caret.current === undefined) return
    editor.view.focus()
    editor.view.dispatch({
      selection: { anchor: Math.min(caret.current, editor.view.state.doc.length) },
      scrollIntoView: true,
    })
    caret.current = undefined
  }, [editor])

  useLayoutEffect(() => {
    if (!editor || editor.view.state.doc.toString() === value) return
    editor.view.dispatch({
      changes: { from: 0, to: editor.view.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [editor, value])

  useLanguage(editor, props.language)
  useLayoutEffect(() => editor?.configure(props))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when they change
  useEffect(() => {
    if (editor) lookAgain(editor.view)
  }, [editor, diagnostics])

  return (
    <div
      ref={host}
      id={id}
      className={styles.host}
      data-editor-host
      // Escape closes popups of the editor or prepares leaving it with Tab. It never closes the dialog around the editor.
      data-mantine-stop-propagation="true"
      style={{ '--editor-min': `${minLines * 20 + 12}px`, '--editor-max': `${maxLines * 20 + 12}px` } as EditorStyle}
    />
  )
}

/** The React type does not include custom properties. */
type EditorStyle = CSSProperties

interface Editor {
  readonly view: EditorView
  readonly language: Compartment
  /** Updates the accessible texts and the read-only state. */
  readonly configure: (props: CodeEditorViewProps) => void
}

function createEditor(
  host: HTMLElement,
  latest: () => CodeEditorViewProps,
  phrases: Readonly<Record<string, string>>,
): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const description = document.createElement('div')
  description.id = 'description'
  description.hidden = true
  const language = new Compartment()
  const state = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: latest().value,
      extensions: [
        extensions(latest),
        EditorState.phrases.of(phrases),
        language.of([]),
        state.of(stateOf(latest())),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside))) {
            latest().onChange(update.state.doc.toString())
          }
          if (update.focusChanged && !update.view.hasFocus) latest().onBlur?.()
        }),
      ],
    }),
  })
  root.replaceChildren(view.dom, description)
  // Focused by the label and the reset button. `delegatesFocus` would focus the scroll container.
  host.focus = () => view.focus()
  let configured = ''
  return {
    view,
    language,
    configure(props) {
      description.textContent = textOf(props.describedBy)
      const { isReadOnly, isDisabled, isInvalid, isRequired, label, placeholder } = props
      const key = JSON.stringify([isReadOnly, isDisabled, isInvalid, isRequired, label, placeholder])
      if (key === configured) return
      configured = key
      view.dispatch({ effects: state.reconfigure(stateOf(props)) })
    },
  }
}

function extensions(latest: () => CodeEditorViewProps): Extension {
  const words = completeFrom(() => latest().completions ?? [])
  // A single source object: CodeMirror identifies a pending completion by it.
  const offered = [
    {
      autocomplete: (context: CompletionContext) => {
        const { help } = latest()
        return help ? offeredBy(help, context) : words(context)
      },
    },
  ]
  return [
    editorTheme,
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    typingOver,
    templates,
    search({ top: true }),
    // Completions with the same score keep the given order.
    autocompletion({ icons: false, compareCompletions: () => 0 }),
    EditorState.languageData.of(() => offered),
    diagnosticsOf(latest),
    helpFrom(() => latest().help),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      { key: 'F8', run: nextDiagnostic },
      // After Escape, Tab leaves the editor for two seconds: the keyboard escape of CodeMirror.
      indentWithTab,
    ]),
  ]
}

function stateOf(props: CodeEditorViewProps): Extension {
  return [
    EditorState.readOnly.of(props.isReadOnly || props.isDisabled),
    EditorView.editable.of(!props.isDisabled),
    props.placeholder === undefined ? [] : placeholderText(props.placeholder),
    EditorView.contentAttributes.of({
      'aria-label': props.label,
      'aria-describedby': 'description',
      ...(props.isInvalid && { 'aria-invalid': 'true' }),
      ...(props.isRequired && { 'aria-required': 'true' }),
      // Editable content is focusable anyway; accessibility checks of scrollable areas look for this attribute.
      ...(!props.isDisabled && { tabindex: '0' }),
      ...(props.isReadOnly && { 'aria-readonly': 'true' }),
      ...(props.isDisabled && { 'aria-disabled': 'true' }),
    }),
  ]
}

const placeholders = new MatchDecorator({
  regexp: /\$\{[^\s{}]*\}/g,
  decoration: Decoration.mark({ class: 'cm-template' }),
})

/** Highlights `${clientid}` in every language. */
const templates = ViewPlugin.define(
  (view) => ({
    marks: placeholders.createDeco(view),
    update(update) {
      this.marks = placeholders.updateDeco(update, this.marks)
    },
  }),
  { decorations: (plugin) => plugin.marks },
)

function useLanguage(editor: Editor | undefined, name: CodeEditorViewProps['language']): void {
  useEffect(() => {
    if (!editor) return
    let isUnmounted = false
    loadLanguage(name).then(
      (language) => {
        if (isUnmounted) return
        editor.view.dispatch({ effects: editor.language.reconfigure(language) })
        // The position of a JSON error comes from its syntax tree.
        lookAgain(editor.view)
      },
      // The text can be edited without syntax colours.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [editor, name])
}

/** Ids of the page cannot be referenced from a shadow root, so the texts of the elements are copied. */
function textOf(ids: string): string {
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '')
    .join(' ')
}

// The languages of most editors are small, and come with the editor.
const languages: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  json: async () => json(),
  sql: async () => sqlLanguage,
  hocon: async () => (await import('./hocon.ts')).hoconLanguage,
  acl: async () => (await import('./acl.ts')).aclLanguage,
  text: async () => [],
}

function loadLanguage(name: CodeLanguage): Promise<Extension> {
  return languages[name]()
}

/**
 * Replaces the selection with the typed text in a CodeMirror transaction. Otherwise Chromium keeps the colours of the
 * old text with an inline style, which violates the Content-Security-Policy.
 */
const typingOver = EditorView.domEventHandlers({
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

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colors = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ink-dim)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: 'var(--ink)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--accent)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--amber)' },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.separator], color: 'var(--ink-dim)' },
  { tag: tags.invalid, color: 'var(--red)' },
])

const panelButton = {
  height: '26px',
  margin: '0',
  padding: '0 9px',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-small)',
  background: 'var(--surface)',
  color: 'var(--ink)',
  font: 'inherit',
  cursor: 'pointer',
} as const

const overlay = {
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius)',
  backgroundColor: 'var(--surface)',
  boxShadow: 'var(--shadow)',
  color: 'var(--ink)',
  fontFamily: 'var(--font-text)',
  fontSize: 'var(--size-table)',
} as const

/** All colours are our tokens, so that the editor follows the theme without being told. */
const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--size-table)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: 'var(--editor-min)',
    maxHeight: 'var(--editor-max)',
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    lineHeight: '20px',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '&.cm-editor .cm-content ::selection, &.cm-editor .cm-line::selection, &.cm-editor .cm-content::selection': {
    backgroundColor: 'color-mix(in srgb, var(--accent-line) 32%, transparent)',
  },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent', color: 'var(--ink-dim)', userSelect: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 8px', fontSize: 'var(--size-small)' },
  '.cm-placeholder': { color: 'var(--ink-dim)' },
  '.cm-matchingBracket, .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--red-soft)', color: 'var(--red)' },
  '.cm-template': { borderRadius: '3px', backgroundColor: 'var(--accent-soft)', color: 'var(--accent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--amber-soft)', outline: '1px solid var(--amber-dot)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--amber-dot)', color: 'var(--paper)' },
  '.cm-searchMatch.cm-searchMatch-selected *': { color: 'inherit' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: 'underline wavy var(--red-dot) 1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--red-dot)' },
  '.cm-tooltip': { ...overlay, zIndex: '300' },
  '.cm-tooltip-below': { marginTop: '3px' },
  '.cm-tooltip-above': { marginBottom: '3px' },
  '.cm-tooltip-lint': { maxWidth: '420px' },
  '.cm-diagnostic': { padding: '5px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--red-dot)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '240px',
    padding: '4px',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--size-table)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    padding: '4px 8px',
    borderRadius: 'var(--radius-small)',
    lineHeight: '20px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--ink-dim)',
    fontFamily: 'var(--font-text)',
    fontSize: 'var(--size-small)',
    fontStyle: 'normal',
  },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '280px', padding: '8px 10px' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    alignItems: 'center',
    padding: '7px 36px 7px 8px',
    fontFamily: 'var(--font-text)',
    fontSize: 'var(--size-table)',
  },
  // Finding in the first row, replacing in the second; a line break counts for nothing among flexible boxes.
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search:has([name=replace])::before': { content: '""', order: '1', flexBasis: '100%' },
  '.cm-panel.cm-search [name=replace], .cm-panel.cm-search [name=replaceAll]': { order: '2' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    gap: '5px',
    alignItems: 'center',
    margin: '0',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0', accentColor: 'var(--accent)' },
  '.cm-panel.cm-search .cm-textfield': {
    width: '180px',
    height: '26px',
    margin: '0',
    padding: '0 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    font: 'inherit',
  },
  '.cm-panel.cm-search .cm-textfield:focus': { borderColor: 'var(--focus)', outline: '1px solid var(--focus)' },
  '.cm-panel.cm-search .cm-button': { ...panelButton, backgroundImage: 'none' },
  '.cm-panel.cm-search .cm-button:active': { backgroundImage: 'none' },
  '.cm-panel.cm-search .cm-button:hover, .cm-panel.cm-search [name=close]:hover': {
    backgroundColor: 'var(--hover)',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '7px',
    right: '7px',
    width: '26px',
    height: '26px',
    borderRadius: 'var(--radius-small)',
    color: 'var(--ink-dim)',
    fontSize: '18px',
    lineHeight: '1',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search button:focus-visible, .cm-panel.cm-search input[type=checkbox]:focus-visible': {
    outline: '2px solid var(--focus)',
    outlineOffset: '1px',
  },
})

export const editorTheme: Extension = [look, syntaxHighlighting(colors)]

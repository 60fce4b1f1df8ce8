import {
  type ComponentType,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ReadOnlyNote } from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import type { ChangedPath } from '../lib/json/changed-paths.ts'
import {
  type Completion,
  EmptyState,
  ErrorState,
  FormColumn,
  focusInvalid,
  join,
  Notice,
  ScrollIntoView,
  SearchField,
  Section,
  SegmentedControl,
  Skeleton,
  Stack,
  VisuallyHidden,
} from '../ui/index.ts'
import { ObjectBody } from './fields/object-body.tsx'
import { type FieldTarget, focusField, listFaults, withinFrames } from './focus.ts'
import { countFields, countFound, type FormGroup, filterNodes, type GroupedCells, groupCells } from './form-groups.ts'
import type { FormState } from './form-store.ts'
import { MalformedJson } from './json-text.ts'
import { JsonView } from './json-view.tsx'
import { formTexts } from './messages.ts'
import type { FormNode } from './model.ts'
import { NodeField } from './node-field.tsx'
import { type OutsideChange, OutsideChangeNotice } from './outside-change.tsx'
import { SaveBar } from './save-bar.tsx'
import styles from './schema-form.module.css'
import { SectionLinks } from './section-links.tsx'
import { fits } from './unions.ts'
import { type Cell, FilterContext, FormContext, type FormSetting, type NodeFieldProps } from './use-field.ts'
import type { SchemaFormControl } from './use-schema-form.ts'
import { initialValue } from './values.ts'

export interface SchemaFormProps {
  readonly form: SchemaFormControl
  /**
   * Saves the value; rejects with the server's error, which is shown at its field. With it the form has a save bar:
   * number of changes, discard, review, save. Without it, call `form.submit()` from your own buttons.
   */
  readonly onSave?: (value: unknown, changes: readonly ChangedPath[]) => Promise<unknown>
  /**
   * Fetches the current value before saving. If it differs from the initial value, the form merges it, reports it, and
   * saves nothing yet.
   */
  readonly current?: () => Promise<unknown>
  /** Panels with titles. Without groups only the fields are rendered, for use in a panel or drawer. */
  readonly groups?: readonly FormGroup[]
  /** Hidden fields, by name or `parent.name`; their values are kept. */
  readonly hide?: readonly string[]
  /** The page that shows the hidden fields, for errors in them. */
  readonly hiddenOn?: string
  /**
   * The form holds only overrides of this value: groups with fields, such as `{mqtt: {max_inflight}}`. Each field shows
   * the inherited value until it is overridden.
   */
  readonly inherited?: unknown
  /** The edited object is in use: changes are reviewed before saving. */
  readonly confirmDiff?: boolean
  /** Consequences of saving, e.g. for connected clients; shown above the changes. */
  readonly warning?: (changes: readonly ChangedPath[], next: unknown, before: unknown) => string | undefined
  /** For users without write access. */
  readonly readOnly?: boolean
  /** The page's own controls for fields, by path: see `useField`. Stable. */
  readonly customFields?: Readonly<Record<string, ComponentType<NodeFieldProps>>>
  /** Tests the value, e.g. connects with it: adds a test button. Rejects with the reason. */
  readonly onTest?: ((value: unknown) => Promise<unknown>) | undefined
  /** Adds a button that passes the value to a dry run before saving. */
  readonly tryOut?: { readonly label: string; readonly onTry: (value: unknown) => void }
  /** Reasons why fields or groups are locked, by path. */
  readonly locks?: Readonly<Record<string, string>>
  /** Notes that are always visible, by path. */
  readonly hints?: Readonly<Record<string, string>>
  /** Completions in templates and SQL: `{ label: '${clientid}' }`. */
  readonly completions?: readonly Completion[]
  /** Replaces resetting to the default: e.g. asks the server to reset `path`. */
  readonly onReset?: (path: string) => void
  /** If false, leaving the page needs no confirmation, e.g. in a dialog. */
  readonly guard?: boolean
  /** If false, there is no JSON view. */
  readonly withJson?: boolean
  readonly saveLabel?: string
  /** A new object: its initial value can be saved unchanged. */
  readonly isNew?: boolean
  /** Content above the fields, such as a choice of the form. */
  readonly above?: ReactNode
  /** Content below the form, which appears with it and so never moves. */
  readonly below?: ReactNode
  /** Focuses this field as soon as it is rendered. */
  readonly fieldTarget?: FieldTarget | undefined
}

/** A form for any of EMQX's schemas: fields, search, JSON, changes, saving. See `useSchemaForm`. */
export function SchemaForm(props: SchemaFormProps) {
  if (!props.form.isReady) return <FormSkeleton />
  return <ReadyForm {...props} />
}

/** Shown instead of the search and the first fields while the form loads. */
export function FormSkeleton() {
  return (
    <Stack gap={5} className={styles.narrow}>
      <Skeleton height={34} />
      <Skeleton height={240} />
      <Skeleton height={240} />
    </Stack>
  )
}

/** An error of the broker for a save or a test. */
export interface Problem {
  readonly text: string
  readonly isTest?: true
}

const none = {}
const noCompletions: readonly Completion[] = []

function ReadyForm(props: SchemaFormProps) {
  const {
    form,
    readOnly = false,
    customFields = none,
    locks = none,
    hints = none,
    completions = noCompletions,
    onReset,
    onSave,
    inherited,
    fieldTarget,
  } = props
  const texts = useMessages(formTexts)
  const model = useSyncExternalStore(form.store.subscribe, () => form.store.get().model)
  // Invalid JSON, or JSON of another type, can only be fixed in the JSON view.
  const isFitting = useSyncExternalStore(form.store.subscribe, () => isShowable(form.store.get()))
  const [view, setView] = useState<'form' | 'json'>('form')
  if (!isFitting && view === 'form') setView('json')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [outside, setOutside] = useState<OutsideChange>()
  const [hiddenFaults, setHiddenFaults] = useState<string>()
  const locale = useLocale()
  const box = useRef<HTMLFormElement>(null)
  const setting = useMemo<FormSetting>(
    () => ({
      store: form.store,
      Field: NodeField,
      isReadOnly: readOnly,
      customFields,
      locks,
      hints,
      completions,
      onReset,
      inherited,
      fieldTarget: fieldTarget?.path,
    }),
    [form.store, readOnly, customFields, locks, hints, completions, onReset, inherited, fieldTarget?.path],
  )
  const isLong = useMemo(() => countFields(model) > 12, [model])
  const { groups = noGroups, hide = nothing } = props
  const parts = useMemo(
    () => (model.kind === 'object' ? groupCells(model, groups, hide) : undefined),
    [model, groups, hide],
  )
  const sections = isLong && view === 'form' && search === '' ? titlesOf(parts) : undefined
  useEffect(() => {
    if (fieldTarget === undefined) return
    setSearch('')
    setView('form')
    return withinFrames(() => focusField(box.current, fieldTarget.path))
  }, [fieldTarget])
  const showForm = () => {
    setSearch('')
    setHiddenFaults(undefined)
    if (isFitting) setView('form')
  }
  const showFault = () => {
    showForm()
    // Collapsed parts open within a few frames. Fields that are still missing are not shown at all (see `hide`).
    withinFrames(
      () => focusInvalid(box.current),
      () => setHiddenFaults(listFaults(form.store.get(), locale)),
    )
  }
  const showField = (path: string) => {
    // Invalid JSON as a whole has no field.
    if (path === '') return showFault()
    showForm()
    withinFrames(() => focusField(box.current, path))
  }
  return (
    <FormContext value={setting}>
      <div className={join(sections && styles.withLinks)}>
        {sections && <SectionLinks titles={sections} box={box} />}
        <div className={styles.main}>
          <form
            ref={box}
            className={join(styles.form, view === 'form' && styles.narrow)}
            noValidate
            onSubmit={(event) => event.preventDefault()}
          >
            {props.above}
            {readOnly && <ReadOnlyNote />}
            {!form.isKnown && <Notice tone="amber">{texts.unknownSchema}</Notice>}
            {problem !== undefined && (
              <ScrollIntoView trigger={problem}>
                <ErrorState title={problem.isTest ? texts.testFailed : texts.rejected} message={problem.text} />
              </ScrollIntoView>
            )}
            {hiddenFaults !== undefined && view === 'form' && (
              <ScrollIntoView trigger={hiddenFaults}>
                <ErrorState
                  title={
                    props.hiddenOn === undefined ? texts.hiddenFieldsInvalid : texts.fieldsInvalidOn(props.hiddenOn)
                  }
                  message={hiddenFaults}
                />
              </ScrollIntoView>
            )}
            {outside && <OutsideChangeNotice change={outside} onClose={() => setOutside(undefined)} />}
            {form.isKnown && (isLong || props.withJson !== false) && (
              <div className={styles.tools}>
                {isLong && view === 'form' && (
                  <div className={styles.search}>
                    <SearchField label={texts.searchFields} value={search} onChange={setSearch} />
                  </div>
                )}
                {props.withJson !== false && (
                  <SegmentedControl
                    label={texts.editorMode}
                    value={view}
                    onChange={(next) => setView(isFitting ? next : 'json')}
                    options={[
                      { value: 'form', label: texts.form },
                      { value: 'json', label: texts.json },
                    ]}
                  />
                )}
              </div>
            )}
            {view === 'form' ? (
              <FormFields model={model} parts={parts} hasPanels={groups.length > 0} search={search} />
            ) : (
              <JsonView store={form.store} isReadOnly={readOnly} />
            )}
            {onSave && !readOnly && (
              <SaveBar
                {...props}
                onSave={onSave}
                onProblem={setProblem}
                onShowFault={showFault}
                onShowField={showField}
                onOutside={setOutside}
              />
            )}
          </form>
          {props.below}
        </div>
      </div>
    </FormContext>
  )
}

/** Fewer sections are easily found without links. */
const minLinks = 3

function titlesOf(parts: readonly GroupedCells[] = []): readonly string[] | undefined {
  const titles = parts.flatMap(({ title }) => title ?? [])
  return titles.length >= minLinks ? titles : undefined
}

const isShowable = ({ model, value }: FormState) =>
  model.kind === 'json' || (!(value instanceof MalformedJson) && fits(model, value))

interface FormFieldsProps {
  readonly model: FormNode
  /** Undefined for a form of one field. */
  readonly parts: readonly GroupedCells[] | undefined
  readonly hasPanels: boolean
  readonly search: string
}

const noGroups: readonly FormGroup[] = []
const nothing: readonly string[] = []

function FormFields({ model, parts, hasPanels, search }: FormFieldsProps) {
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const query = useDeferredValue(search)
  const left = useMemo(() => filterNodes(model, query, locale), [model, query, locale])
  if (!parts) return <NodeField node={model} path={rootPath} />
  const isFound = (node: FormNode) => !left || left.has(node)
  const shown = parts.filter(({ cells }) => cells.some(({ node }) => node.kind !== 'constant' && isFound(node)))
  return (
    <FilterContext value={left}>
      <VisuallyHidden live>{left && texts.matches(countFound(model, left))}</VisuallyHidden>
      {left && shown.length === 0 && <EmptyState title={texts.noMatch} hint={texts.noMatchHint} />}
      <FormColumn>
        <div className={styles.sections}>
          {shown.map(({ title, cells }) =>
            hasPanels ? (
              <div key={title ?? ''} className={styles.section} data-section={title} tabIndex={-1}>
                <Section {...(title !== undefined && { title })}>
                  <GroupBody cells={cells} />
                </Section>
              </div>
            ) : (
              <ObjectBody key="" cells={cells} />
            ),
          )}
        </div>
      </FormColumn>
    </FilterContext>
  )
}

const rootPath: readonly string[] = []

/** A single group or map in a panel needs no heading below that of the panel. */
function GroupBody({ cells }: { readonly cells: readonly Cell[] }) {
  const [only] = cells
  const isAlone = cells.length === 1 && only && (only.node.kind === 'map' || isAlwaysThere(only.node))
  if (!isAlone) return <ObjectBody cells={cells} />
  return (
    <div data-path={only.path.join('.')}>
      <NodeField {...only} isBare />
    </div>
  )
}

/** Other groups have a switch in their heading. */
const isAlwaysThere = (node: FormNode) => node.kind === 'object' && (node.required || initialValue(node) !== undefined)

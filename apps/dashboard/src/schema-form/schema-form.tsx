import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useMessages } from '../i18n/index.ts'
import type { ChangedPath } from '../lib/changed-paths.ts'
import {
  type Completion,
  EmptyState,
  ErrorState,
  ScrollIntoView,
  Notice,
  Section,
  SegmentedControl,
  Skeleton,
  VisuallyHidden,
  Stack,
  TextField,
} from '../ui/index.ts'
import { fits } from './arms.ts'
import { ObjectBody } from './fields/object-body.tsx'
import { countFound, filterNodes } from './filter-nodes.ts'
import { focusFault, listFaults } from './find-fault.ts'
import { focusField, type Sought, withinFrames } from './find-field.ts'
import { type Cell, FilterContext, FormContext, type FormSetting, type NodeFieldProps } from './form-context.ts'
import { countFields, type FormGroup, groupCells } from './form-groups.ts'
import type { FormState } from './form-store.ts'
import { MalformedJson } from './json-text.ts'
import { JsonView } from './json-view.tsx'
import { formTexts } from './messages.ts'
import type { FormNode } from './model.ts'
import { NodeField } from './node-field.tsx'
import { type OutsideChange, OutsideChangeNotice } from './outside-change.tsx'
import { SaveBar } from './save-bar.tsx'
import styles from './schema-form.module.css'
import type { SchemaFormControl } from './use-schema-form.ts'
import { initialValue } from './values.ts'

export interface SchemaFormProps {
  readonly form: SchemaFormControl
  /**
   * Sends the value; rejects with what the server answered, which lands on its field. With it the form has its bar: how
   * many changes, discard, review, save. Without it, call `form.submit()` from buttons of your own.
   */
  readonly onSave?: (value: unknown, changes: readonly ChangedPath[]) => Promise<unknown>
  /**
   * Asks the server for the value before saving. When it is not the one that the form began with, the form takes it over,
   * says so, and saves nothing yet.
   */
  readonly current?: () => Promise<unknown>
  /** Panels with titles. Without groups: the fields alone, to stand in a panel or drawer. */
  readonly groups?: readonly FormGroup[]
  /** Fields that are not shown, by name or `parent.name`; their values stay. */
  readonly hide?: readonly string[]
  /** The page on which those are shown: where to mend them. */
  readonly hiddenOn?: string
  /**
   * The form holds only what is said otherwise than in this value: groups with fields, such as `{mqtt: {max_inflight}}`.
   * Each field shows what it inherits until it is overridden.
   */
  readonly inherited?: unknown
  /** What is edited is running: the differences are shown before they are saved. */
  readonly confirmDiff?: boolean
  /** What saving does beyond the changes, e.g. to those who are connected; stands above the differences. */
  readonly warning?: (changes: readonly ChangedPath[], next: unknown, before: unknown) => string | undefined
  /** For who may only look. */
  readonly readOnly?: boolean
  /** Controls of the page's own in the place of a field's, by path: see `useField`. Stable. */
  readonly drawn?: Readonly<Record<string, ComponentType<NodeFieldProps>>>
  /** Tries out what would be sent, e.g. connects with it: a button beside the one that saves. Rejects with the reason. */
  readonly onTest?: ((value: unknown) => Promise<unknown>) | undefined
  /** Opens what tries the settings out before they are saved: a button of that name, which hands over what would be sent. */
  readonly tryOut?: { readonly label: string; readonly onTry: (value: unknown) => void }
  /** Why single fields or groups cannot be changed, by path. */
  readonly locks?: Readonly<Record<string, string>>
  /** Notes that are always in sight, by path. */
  readonly hints?: Readonly<Record<string, string>>
  /** What templates and SQL offer: `{ label: '${clientid}' }`. */
  readonly completions?: readonly Completion[]
  /** In the place of "set to the default": e.g. asks the server to reset `path`. */
  readonly onReset?: (path: string) => void
  /** False: nobody asks before the page is left, e.g. in a dialog. */
  readonly guard?: boolean
  /** False: no tab with the JSON of the same data. */
  readonly withJson?: boolean
  readonly saveLabel?: string
  /** It is made now: what it begins with can be saved as it is. */
  readonly isNew?: boolean
  /** Goes to this field as soon as it is there. */
  readonly sought?: Sought | undefined
}

/** Any form of EMQX's schemas: fields, search, JSON, what has changed, saving. See `useSchemaForm`. */
export function SchemaForm(props: SchemaFormProps) {
  if (!props.form.isReady)
    return (
      <Stack gap={4}>
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={56} />
      </Stack>
    )
  return <ReadyForm {...props} />
}

/** What the broker has said against what was sent, or tried out. */
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
    drawn = none,
    locks = none,
    hints = none,
    completions = noCompletions,
    onReset,
    onSave,
    inherited,
    sought,
  } = props
  const texts = useMessages(formTexts)
  const model = useSyncExternalStore(form.store.subscribe, () => form.store.get().model)
  // What was typed as JSON and is none, or no such object, can only be mended there.
  const isFitting = useSyncExternalStore(form.store.subscribe, () => isShowable(form.store.get()))
  const [view, setView] = useState<'form' | 'json'>('form')
  if (!isFitting && view === 'form') setView('json')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [outside, setOutside] = useState<OutsideChange>()
  const [stray, setStray] = useState<string>()
  const locale = useLocale()
  const box = useRef<HTMLFormElement>(null)
  const setting = useMemo<FormSetting>(
    () => ({
      store: form.store,
      Field: NodeField,
      isReadOnly: readOnly,
      drawn,
      locks,
      hints,
      completions,
      onReset,
      inherited,
      sought: sought?.path,
    }),
    [form.store, readOnly, drawn, locks, hints, completions, onReset, inherited, sought?.path],
  )
  const hasSearch = useMemo(() => countFields(model) > 12, [model])
  useEffect(() => {
    if (sought === undefined) return
    setSearch('')
    setView('form')
    return withinFrames(() => focusField(box.current, sought.path))
  }, [sought])
  const showFault = () => {
    setSearch('')
    setStray(undefined)
    // What hid the field opens within a few frames; what is then not there is not shown at all (see `hide`).
    withinFrames(
      () => focusFault(box.current),
      () => setStray(listFaults(form.store.get(), locale)),
    )
  }
  return (
    <FormContext value={setting}>
      <form ref={box} className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
        {!form.isKnown && <Notice tone="amber">{texts.unknownSchema}</Notice>}
        {problem !== undefined && (
          <ScrollIntoView about={problem}>
            <ErrorState title={problem.isTest ? texts.testFailed : texts.rejected} message={problem.text} />
          </ScrollIntoView>
        )}
        {stray !== undefined && view === 'form' && (
          <ScrollIntoView trigger={stray}>
            <ErrorState
              title={props.hiddenOn === undefined ? texts.hiddenFieldsInvalid : texts.fieldsInvalidOn(props.hiddenOn)}
              message={stray}
            />
          </ScrollIntoView>
        )}
        {outside && <OutsideChangeNotice change={outside} onClose={() => setOutside(undefined)} />}
        {form.isKnown && (hasSearch || props.withJson !== false) && (
          <div className={styles.tools}>
            {hasSearch && view === 'form' && (
              <div className={styles.search}>
                <TextField
                  aria-label={texts.searchFields}
                  placeholder={texts.searchFields}
                  inputMode="search"
                  leftIcon={<IconSearch size={16} aria-hidden />}
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
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
          <FormFields {...props} model={model} search={search} />
        ) : (
          <JsonView store={form.store} isReadOnly={readOnly} />
        )}
        {onSave && !readOnly && (
          <SaveBar {...props} onSave={onSave} onProblem={setProblem} onShowFault={showFault} onOutside={setOutside} />
        )}
      </form>
    </FormContext>
  )
}

const isShowable = ({ model, value }: FormState) =>
  model.kind === 'json' || (!(value instanceof MalformedJson) && fits(model, value))

interface FormFieldsProps extends SchemaFormProps {
  readonly model: FormNode
  readonly search: string
}

const noGroups: readonly FormGroup[] = []
const nothing: readonly string[] = []

function FormFields({ model, search, groups = noGroups, hide = nothing }: FormFieldsProps) {
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const query = useDeferredValue(search)
  const left = useMemo(() => filterNodes(model, query, locale), [model, query, locale])
  const parts = useMemo(
    () => (model.kind === 'object' ? groupCells(model, groups, hide) : undefined),
    [model, groups, hide],
  )
  if (!parts) return <NodeField node={model} path={rootPath} />
  const isFound = (node: FormNode) => !left || left.has(node)
  const shown = parts.filter(({ cells }) => cells.some(({ node }) => node.kind !== 'constant' && isFound(node)))
  return (
    <FilterContext value={left}>
      <VisuallyHidden live>{left && texts.matches(countFound(model, left))}</VisuallyHidden>
      {left && shown.length === 0 && <EmptyState title={texts.noMatch} hint={texts.noMatchHint} />}
      {shown.map(({ title, cells }) =>
        groups.length === 0 ? (
          <ObjectBody key="" cells={cells} />
        ) : (
          <Section key={title ?? ''} {...(title !== undefined && { title })}>
            <GroupBody cells={cells} />
          </Section>
        ),
      )}
    </FilterContext>
  )
}

const rootPath: readonly string[] = []

/** One group or map alone in a panel needs no heading of its own below that of the panel. */
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

/** Others have a switch in their heading. */
const isAlwaysThere = (node: FormNode) => node.kind === 'object' && (node.required || initialValue(node) !== undefined)

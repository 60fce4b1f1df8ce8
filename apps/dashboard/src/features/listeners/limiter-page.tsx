import { type ListenerInfo, parseRate } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import {
  QueryError,
  ReadOnlyNote,
  StaleNotice,
  useChange,
  useData,
  useErrorText,
  useIsViewer,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  type Column,
  DataTable,
  EmptyState,
  FormBar,
  Link,
  Mono,
  PageHeader,
  Stack,
  TextField,
  toast,
  useUnsavedChangesGuard,
} from '../../ui/index.ts'
import { limiterMessages } from './limiter-messages.ts'
import styles from './limiter-page.module.css'
import { listenerSettingsQuery } from './listener-queries.ts'
import { type RateName, type Rates, rateNames, saveRates } from './queries.ts'

const unlimited = 'infinity'

/** Edited rates, by listener ID. */
type EditedRates = Readonly<Record<string, Rates>>

/** The rate limits of all listeners. In EMQX 5.8 only listeners have rate limits; `/configs/limiter` and zones have none. */
export default function LimiterPage() {
  const texts = useMessages(limiterMessages)
  const isViewer = useIsViewer()
  const settings = useData(listenerSettingsQuery, undefined)
  const rows = useMemo(() => settings.data && [...settings.data.values()], [settings.data])
  const [edits, setEdits] = useState<EditedRates>({})
  const { save, isSaving, errors } = useSave((id) => setEdits(({ [id]: _, ...others }) => others))
  const changes = useMemo(
    () => (rows ?? []).flatMap((listener) => changedRates(listener, edits[listener.id])),
    [rows, edits],
  )
  const faults = changes
    .flatMap(({ rates }) => Object.values(rates))
    .filter((rate) => parseRate(rate) === undefined).length
  useUnsavedChangesGuard(changes.length > 0 && !isSaving)
  const columns = useColumns({
    edits,
    errors,
    isLocked: isViewer || isSaving,
    onEdit: (id, rates) => setEdits((before) => ({ ...before, [id]: { ...before[id], ...rates } })),
  })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <StaleNotice query={settings} />
      <Stack gap={4}>
        <ReadOnlyNote />
        <DataTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          busy={settings.isStale}
          error={rows === undefined && settings.error && <QueryError query={settings} />}
          empty={<EmptyState title={texts.noListeners} hint={texts.noListenersHint} />}
          skeletonRows={4}
        />
        <FormBar
          changes={changes.reduce((sum, { rates }) => sum + Object.keys(rates).length, 0)}
          saving={isSaving}
          problem={faults === 0 ? undefined : texts.invalidRates(faults)}
          onDiscard={() => setEdits({})}
          onSave={() => void save(changes)}
        />
      </Stack>
    </>
  )
}

interface ListenerRates {
  readonly id: string
  readonly rates: Rates
}

function changedRates(listener: ListenerInfo, edited: Rates = {}): readonly ListenerRates[] {
  const rates: Rates = Object.fromEntries(
    rateNames.flatMap((name) => {
      const next = edited[name]?.trim()
      const rate = next === '' ? unlimited : next
      return rate === undefined || rate === savedRate(listener, name) ? [] : [[name, rate]]
    }),
  )
  return Object.keys(rates).length === 0 ? [] : [{ id: listener.id, rates }]
}

/** EMQX omits a rate that was never set. */
const savedRate = (listener: ListenerInfo, name: RateName): string => String(listener[name] ?? unlimited)

/** Saves one listener after another, because the API has no request for several. After an error the edited rates are kept. */
function useSave(onSaved: (id: string) => void) {
  const texts = useMessages(limiterMessages)
  const errorText = useErrorText()
  const { run } = useChange(saveRates)
  const [isSaving, setSaving] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = async (changes: readonly ListenerRates[]) => {
    setSaving(true)
    const reasons: Record<string, string> = {}
    for (const change of changes) {
      try {
        await run(change)
        onSaved(change.id)
      } catch (error) {
        reasons[change.id] = errorText(error)
      }
    }
    setErrors(reasons)
    setSaving(false)
    const failed = Object.keys(reasons)
    if (failed.length > 0) toast.error(texts.saveFailed(failed.join(', ')), Object.values(reasons)[0])
    else toast.success(texts.saved)
  }
  return { save, isSaving, errors }
}

interface ColumnOptions {
  readonly edits: EditedRates
  readonly errors: Readonly<Record<string, string>>
  readonly isLocked: boolean
  readonly onEdit: (id: string, rates: Rates) => void
}

function useColumns({ edits, errors, isLocked, onEdit }: ColumnOptions): readonly Column<ListenerInfo>[] {
  const texts = useMessages(limiterMessages)
  const rateColumn = (name: RateName): Column<ListenerInfo> => ({
    id: name,
    header: texts.rates[name],
    hint: texts.hints[name],
    width: 160,
    cell: (listener) => {
      const saved = savedRate(listener, name)
      const value = edits[listener.id]?.[name] ?? (saved === unlimited ? '' : saved)
      const isInvalid = value.trim() !== '' && parseRate(value) === undefined
      return (
        <div className={styles.rate}>
          <TextField
            mono
            aria-label={`${texts.rates[name]}, ${listener.id}`}
            autoComplete="off"
            placeholder={texts.unlimited}
            disabled={isLocked}
            value={value}
            error={isInvalid && texts.malformed}
            onChange={(event) => onEdit(listener.id, { [name]: event.currentTarget.value })}
          />
        </div>
      )
    },
  })
  return [
    {
      id: 'listener',
      header: texts.listener,
      width: 140,
      cell: ({ id }) => (
        <div className={styles.listener}>
          <Link to="/listener/detail/$id" params={{ id }}>
            <Mono truncate>{id}</Mono>
          </Link>
          {errors[id] !== undefined && <div className={styles.error}>{errors[id]}</div>}
        </div>
      ),
    },
    ...rateNames.map(rateColumn),
  ]
}

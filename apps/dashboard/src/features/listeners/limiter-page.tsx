import { type ListenerInfo, parseRate } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import {
  QueryError,
  RefreshControl,
  StaleNotice,
  useChange,
  useData,
  useErrorText,
  useIsViewer,
} from '../../data/index.ts'
import { listenerSettingsQuery } from '../../data/listeners.ts'
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
import { type RateName, type Rates, rateNames, saveRates } from './queries.ts'

const unlimited = 'infinity'

/** Edited texts by listener ID. */
type Edits = Readonly<Record<string, Rates>>

/** The rate limits of all listeners in one table. In EMQX 5.8 a listener is the only place that has any: `/configs/limiter` has no fields, zones have none. */
export default function LimiterPage() {
  const texts = useMessages(limiterMessages)
  const isViewer = useIsViewer()
  const settings = useData(listenerSettingsQuery, undefined)
  const rows = useMemo(() => settings.data && [...settings.data.values()], [settings.data])
  const [edits, setEdits] = useState<Edits>({})
  const { save, isSaving, refused } = useSave((id) => setEdits(({ [id]: _, ...others }) => others))
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
    refused,
    isLocked: isViewer || isSaving,
    onEdit: (id, rates) => setEdits((before) => ({ ...before, [id]: { ...before[id], ...rates } })),
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={<RefreshControl queries={[settings]} />}
      />
      <StaleNotice query={settings} />
      <Stack gap={4}>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          busy={settings.isStale}
          error={rows === undefined && settings.error && <QueryError query={settings} />}
          empty={<EmptyState title={texts.empty} hint={texts.emptyHint} />}
          skeletonRows={4}
        />
        <FormBar
          changes={changes.reduce((sum, { rates }) => sum + Object.keys(rates).length, 0)}
          saving={isSaving}
          problem={faults === 0 ? undefined : texts.faults(faults)}
          onDiscard={() => setEdits({})}
          onSave={() => void save(changes)}
        />
      </Stack>
    </>
  )
}

interface Changed {
  readonly id: string
  readonly rates: Rates
}

function changedRates(listener: ListenerInfo, edited: Rates = {}): readonly Changed[] {
  const rates: Rates = Object.fromEntries(
    rateNames.flatMap((name) => {
      const next = edited[name]?.trim()
      const rate = next === '' ? unlimited : next
      return rate === undefined || rate === savedRate(listener, name) ? [] : [[name, rate]]
    }),
  )
  return Object.keys(rates).length === 0 ? [] : [{ id: listener.id, rates }]
}

/** EMQX leaves out a rate that was never set. */
const savedRate = (listener: ListenerInfo, name: RateName): string => String(listener[name] ?? unlimited)

/** Saves one listener after the other: the API has no call for several. A refused one stays as it was edited. */
function useSave(onSaved: (id: string) => void) {
  const texts = useMessages(limiterMessages)
  const describe = useErrorText()
  const { run } = useChange(saveRates)
  const [isSaving, setSaving] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const save = async (changes: readonly Changed[]) => {
    setSaving(true)
    const reasons: Record<string, string> = {}
    for (const change of changes) {
      try {
        await run(change)
        onSaved(change.id)
      } catch (error) {
        reasons[change.id] = describe(error)
      }
    }
    setRefused(reasons)
    setSaving(false)
    const failed = Object.keys(reasons)
    if (failed.length > 0) toast.error(texts.failed(failed.join(', ')), Object.values(reasons)[0])
    else toast.success(texts.saved)
  }
  return { save, isSaving, refused }
}

interface ColumnOptions {
  readonly edits: Edits
  readonly refused: Readonly<Record<string, string>>
  readonly isLocked: boolean
  readonly onEdit: (id: string, rates: Rates) => void
}

function useColumns({ edits, refused, isLocked, onEdit }: ColumnOptions): readonly Column<ListenerInfo>[] {
  const texts = useMessages(limiterMessages)
  const rateColumn = (name: RateName): Column<ListenerInfo> => ({
    id: name,
    header: texts.rates[name],
    hint: texts.hints[name],
    width: 160,
    cell: (listener) => {
      const value = edits[listener.id]?.[name] ?? savedRate(listener, name)
      const isWrong = value.trim() !== '' && parseRate(value) === undefined
      return (
        <div className={styles.rate}>
          <TextField
            mono
            aria-label={`${texts.rates[name]}, ${listener.id}`}
            autoComplete="off"
            placeholder={unlimited}
            disabled={isLocked}
            value={value}
            error={isWrong && texts.malformed}
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
          {refused[id] !== undefined && <div className={styles.refused}>{refused[id]}</div>}
        </div>
      ),
    },
    ...rateNames.map(rateColumn),
  ]
}

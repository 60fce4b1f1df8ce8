import { IconBan } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { PagedTable, RefreshControl, useChange, useConfirmAction, useIsViewer, usePagedList } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  PageHeader,
  SearchBar,
  Select,
  TextFilter,
  useDraft,
  useSearchState,
} from '../../ui/index.ts'
import { BanDialog, type BanSubject } from './ban-dialog.tsx'
import {
  type BanDraft,
  type BanFilters,
  banSearch,
  filteredKinds,
  fromDraft,
  noFilters,
  toDraft,
  toQuery,
} from './ban-search.ts'
import { useBansTable } from './bans-table.tsx'
import { banKindNames, messages } from './messages.ts'
import { bansQuery, clearBans } from './queries.ts'

export default function BannedPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(banSearch)
  const draft = toDraft(search)
  const bans = usePagedList(bansQuery, toQuery(search))
  const table = useBansTable()
  const [subject, setSubject] = useState<BanSubject>()
  const deleteAll = useDeleteAllBans()
  const isFiltered = draft.text !== ''
  const reset = () => setSearch({ ...noFilters, page: 1 })
  const { data } = bans
  const hasBans = isFiltered || (data !== undefined && (data.total ?? 0) > 0)

  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[bans]} />
            {!isViewer && (
              <>
                {hasBans && <Button onClick={() => void deleteAll()}>{texts.deleteAll}</Button>}
                <Button variant="primary" icon={<IconBan size={16} aria-hidden />} onClick={() => setSubject({})}>
                  {texts.banClients}
                </Button>
              </>
            )}
          </>
        }
      />
      <BanFilterBar current={draft} onSearch={(filters) => setSearch({ ...filters, page: 1 })} onReset={reset} />
      <PagedTable
        {...table.props}
        list={bans}
        label={texts.title}
        empty={isFiltered ? <NoMatch onReset={reset} /> : <EmptyState title={texts.empty} hint={texts.emptyHint} />}
        summary={data && texts.count(format.number(data.total ?? 0))}
        selectionScope={JSON.stringify(draft)}
      />
      {table.dialog}
      <BanDialog subject={subject} onClose={() => setSubject(undefined)} />
    </>
  )
}

function NoMatch({ onReset }: { readonly onReset: () => void }) {
  const texts = useMessages(messages)
  return (
    <EmptyState
      title={texts.noResults}
      hint={texts.noMatchHint}
      action={<Button onClick={onReset}>{texts.resetFilters}</Button>}
    />
  )
}

function useDeleteAllBans(): () => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(clearBans)
  return () =>
    confirmAction({
      title: texts.deleteAllQuestion,
      consequence: texts.deleteAllBody,
      action: texts.deleteAll,
      done: texts.deletedAll,
      failed: texts.deleteAllFailed,
      run: () => run(undefined),
    })
}

interface BanFilterBarProps {
  readonly current: BanDraft
  readonly onSearch: (filters: BanFilters) => void
  readonly onReset: () => void
}

/** The filter of the list. It is applied with Search or Enter. */
function BanFilterBar({ current, onSearch, onReset }: BanFilterBarProps) {
  const texts = useMessages(messages)
  const kinds = useMessages(banKindNames)
  const { kind, text, matching } = current
  const [draft, change] = useDraft(useMemo(() => ({ kind, text, matching }), [kind, text, matching]))
  return (
    <SearchBar active={text === '' ? 0 : 1} onSearch={() => onSearch(fromDraft(draft))} onReset={onReset}>
      <Select
        label={texts.type}
        value={draft.kind}
        onChange={(next) => next && change({ kind: next })}
        options={filteredKinds.map((value) => ({ value, label: kinds[value] }))}
      />
      <TextFilter
        label={texts.value}
        value={draft.text}
        onChange={(next) => change({ text: next })}
        {...(draft.kind !== 'peerhost_net' && {
          matching: draft.matching,
          onMatchingChange: (next) => change({ matching: next }),
        })}
      />
    </SearchBar>
  )
}

import type { AuthorizationRule } from '@mqdeck/contract'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryError, StaleNotice, useChange, useData, useIsViewer, useReportedAction } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  confirm,
  DataTable,
  EmptyState,
  Mono,
  PagePager,
  type RowAction,
  SearchBar,
  Stack,
  TextFilter,
  useDraft,
  useRedirectFromEmptyPage,
  useSearchState,
} from '../../../ui/index.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { ruleMessages } from './rule-messages.ts'
import { type OwnerKind, type OwnerRules, removeOwner, rulesQuery } from './rule-queries.ts'

const search = z.object({
  owner: z.string().optional(),
  page: z.coerce.number().int().min(1).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).catch(20).default(20),
})

interface OwnersProps {
  readonly kind: OwnerKind
  readonly maxRules: number
}

/** Clients or users with their own rules. */
export function Owners({ kind, maxRules }: OwnersProps) {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const [{ owner, page, limit }, setSearch] = useSearchState(search)
  const list = useData(rulesQuery, { kind, page, limit, like: owner }, { keepPrevious: true })
  const [edited, setEdited] = useState<OwnerRules | 'new'>()
  const deleteRules = useDeleteRules(kind)
  const columns = useOwnerColumns(kind)
  const toFirstPage = useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch])
  useRedirectFromEmptyPage(page > 1 && !list.isPrevious && list.data?.rows.length === 0, toFirstPage)
  const rowActions = (row: OwnerRules): readonly RowAction[] => [
    { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setEdited(row) },
    {
      label: texts.delete,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onSelect: () => void deleteRules(row.name),
    },
  ]
  const addButton = (
    <Button size="small" variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.addOwner[kind]}
    </Button>
  )
  const total = list.data?.total
  return (
    <Stack gap={4}>
      <OwnerFilter kind={kind} owner={owner} onSearch={(next) => setSearch({ owner: next, page: 1 })} />
      <div>
        <StaleNotice query={list} />
        <DataTable
          label={texts.owners[kind]}
          columns={columns}
          rows={list.data?.rows}
          rowId={(row) => row.name}
          busy={list.isPrevious || list.isStale}
          error={list.data === undefined && list.error && <QueryError query={list} />}
          empty={
            owner === undefined ? (
              <EmptyState title={texts.empty[kind]} hint={texts.emptyHint[kind]} />
            ) : (
              <EmptyState
                title={texts.noResults}
                hint={texts.noMatchHint}
                action={<Button onClick={() => setSearch({ owner: undefined, page: 1 })}>{texts.showAll}</Button>}
              />
            )
          }
          summary={total === undefined ? '' : texts.count(format.number(total))}
          {...(!isViewer && { actions: addButton, rowActions })}
          pager={
            <PagePager
              page={page}
              onPageChange={(next) => setSearch({ page: next })}
              limit={limit}
              onLimitChange={(size) => setSearch({ limit: size, page: 1 })}
              total={total}
              count={list.data?.rows.length ?? 0}
              hasNext={list.data?.hasNext ?? false}
            />
          }
        />
      </div>
      <OwnerDialog edited={edited} kind={kind} maxRules={maxRules} onClose={() => setEdited(undefined)} />
    </Stack>
  )
}

interface OwnerFilterProps {
  readonly kind: OwnerKind
  readonly owner: string | undefined
  readonly onSearch: (owner: string | undefined) => void
}

function OwnerFilter({ kind, owner, onSearch }: OwnerFilterProps) {
  const texts = useMessages(ruleMessages)
  const [draft, change] = useDraft(useMemo(() => ({ owner: owner ?? '' }), [owner]))
  return (
    <SearchBar
      active={owner === undefined ? 0 : 1}
      onSearch={() => onSearch(draft.owner === '' ? undefined : draft.owner)}
      onReset={() => onSearch(undefined)}
    >
      <TextFilter
        label={texts.ids[kind]}
        placeholder={texts.contains}
        value={draft.owner}
        onChange={(text) => change({ owner: text })}
      />
    </SearchBar>
  )
}

/** Deletes the rules of one client or user after a confirmation. */
function useDeleteRules(kind: OwnerKind): (name: string) => Promise<void> {
  const texts = useMessages(ruleMessages)
  const runAndReport = useReportedAction()
  const { run } = useChange(removeOwner)
  return async (name) => {
    const isSure = await confirm({
      title: texts.deleteQuestion(name),
      body: texts.deleteBody,
      action: texts.deleteRules,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run({ kind, name }), { done: texts.deleted(name), failed: texts.deleteRulesFailed(name) })
  }
}

function useOwnerColumns(kind: OwnerKind): readonly Column<OwnerRules>[] {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  return useMemo(() => {
    const { permissions, actions } = texts.summary
    const summaryOf = (rules: readonly AuthorizationRule[]) => {
      const first = rules
        .slice(0, 2)
        .map(({ permission, action, topic }) => `${permissions[permission]} ${actions[action]} ${topic}`)
      return [...first, ...(rules.length > 2 ? [texts.andMore(rules.length - 2)] : [])].join(' · ')
    }
    return [
      { id: 'name', header: texts.ids[kind], width: 260, cell: ({ name }) => <Mono truncate>{name}</Mono> },
      {
        id: 'count',
        header: texts.columns.count,
        width: 80,
        align: 'end',
        cell: ({ rules }) => format.number(rules.length),
      },
      {
        id: 'rules',
        header: texts.columns.summary,
        width: 420,
        cell: ({ rules }) => <span title={summaryOf(rules)}>{summaryOf(rules)}</span>,
      },
    ]
  }, [texts, format, kind])
}

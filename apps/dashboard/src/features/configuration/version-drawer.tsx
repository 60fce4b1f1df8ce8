import type { ConfigVersion } from '@mqdeck/contract'
import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DescriptionList,
  DiffView,
  Drawer,
  EmptyState,
  Group,
  Mono,
  Notice,
  SegmentedControl,
  Skeleton,
  Stack,
} from '../../ui/index.ts'
import { historyMessages } from './messages.ts'
import { configVersionQuery } from './queries.ts'

interface VersionDrawerProps {
  /** Newest first. */
  readonly versions: readonly ConfigVersion[]
  /** Undefined while the drawer is closed. */
  readonly version: number | undefined
  readonly compare: 'previous' | 'current'
  readonly onCompare: (compare: 'previous' | 'current') => void
  readonly onClose: () => void
  readonly onRestore: ((version: ConfigVersion) => void) | undefined
}

/** One version with its user, time and request, compared with the previous or the current version. */
export function VersionDrawer({ versions, version, compare, onCompare, onClose, onRestore }: VersionDrawerProps) {
  const texts = useMessages(historyMessages)
  const index = versions.findIndex((each) => each.version === version)
  const shown = versions[index]
  const other = compare === 'previous' ? versions[index + 1] : versions.find(({ current }) => current)
  return (
    <Drawer
      opened={version !== undefined}
      onClose={onClose}
      title={version === undefined ? '' : texts.versionNumber(version)}
      size={980}
      footer={shown && !shown.current && onRestore && <Button onClick={() => onRestore(shown)}>{texts.restore}</Button>}
    >
      {!shown ? (
        version !== undefined && <EmptyState title={texts.versionDeleted} hint={texts.versionDeletedHint} />
      ) : (
        <Stack gap={4}>
          <VersionDetails version={shown} />
          <Group>
            <SegmentedControl
              label={texts.compareWith}
              value={compare}
              onChange={onCompare}
              options={[
                { value: 'previous', label: texts.previous },
                { value: 'current', label: texts.current },
              ]}
            />
          </Group>
          {!other ? (
            <Notice>{texts.isOldest}</Notice>
          ) : other === shown ? (
            <Notice>{texts.isCurrent}</Notice>
          ) : compare === 'previous' ? (
            <VersionDiff before={other} after={shown} />
          ) : (
            <VersionDiff before={shown} after={other} />
          )}
        </Stack>
      )}
    </Drawer>
  )
}

function VersionDetails({ version: { at, by, call, changed } }: { readonly version: ConfigVersion }) {
  const texts = useMessages(historyMessages)
  const format = useFormat()
  return (
    <DescriptionList
      minWidth={220}
      items={[
        { label: texts.time, value: format.dateTime(at) },
        { label: texts.changedBy, value: by },
        { label: texts.request, value: <Mono>{call}</Mono> },
        { label: texts.changes, value: <Mono>{changed.join(', ')}</Mono> },
      ]}
    />
  )
}

interface VersionDiffProps {
  readonly before: Pick<ConfigVersion, 'version' | 'current'>
  readonly after: Pick<ConfigVersion, 'version' | 'current'>
}

function VersionDiff({ before, after }: VersionDiffProps) {
  const texts = useMessages(historyMessages)
  const titleOf = ({ version, current }: VersionDiffProps['before']) =>
    current ? `${texts.versionNumber(version)} · ${texts.inUse}` : texts.versionNumber(version)
  return (
    <VersionComparison
      before={before.version}
      after={after.version}
      beforeTitle={titleOf(before)}
      afterTitle={titleOf(after)}
    />
  )
}

interface VersionComparisonProps {
  readonly before: number
  readonly after: number
  readonly beforeTitle: string
  readonly afterTitle: string
}

/** The differences between two versions, by their numbers. */
export function VersionComparison({ before, after, beforeTitle, afterTitle }: VersionComparisonProps) {
  const beforeQuery = useData(configVersionQuery, before)
  const afterQuery = useData(configVersionQuery, after)
  const skeleton = <Skeleton height={240} />
  return (
    <QueryView query={beforeQuery} skeleton={skeleton}>
      {(beforeText) => (
        <QueryView query={afterQuery} skeleton={skeleton}>
          {(afterText) => (
            <DiffView before={beforeText} after={afterText} beforeTitle={beforeTitle} afterTitle={afterTitle} />
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

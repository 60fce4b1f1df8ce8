import { AppError, type BackupResult, noContent, ok } from '@mqdeck/contract'
import { accountsModule } from '../accounts/module.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf, secondsToRfc3339, toPage } from '../management.ts'
import { pluginsModule } from '../plugins/module.ts'
import { defineModule } from '../resource-module.ts'
import { type Backups, openBackups } from './service.ts'

interface Parts extends Pick<BrokerContext, 'nodes' | 'log'> {
  readonly backups: Backups
  readonly sessions: Sessions
}

import { approveAccounts, exportableTables, requireDownload } from './approve-accounts.ts'
import type { StoredBackup } from './backup-folder.ts'
import { describeRefusals } from './import-tables.ts'

function backupHandlers({ backups, nodes, sessions, log }: Parts): HandlersOf<'dataBackup'> {
  const toFile = ({ filename, size, createdAt }: StoredBackup) => {
    const seconds = Math.floor(createdAt / 1000)
    return { filename, node: nodes.own, created_at: secondsToRfc3339(seconds), created_at_sec: seconds, size }
  }
  const requireThisNode = (node: string | undefined) => {
    if (node !== undefined && !nodes.names.includes(node)) throw new AppError('BAD_REQUEST', `Unknown node: ${node}`)
  }
  return {
    exportData: async ({ body: { root_keys, table_sets } }, call) => {
      const all = backups.tables.map(({ name }) => name)
      const tables = exportableTables(call, table_sets, all)
      return ok(toFile(await backups.export({ roots: root_keys, tables })))
    },
    listBackups: async ({ query }) => ok(await toPage(backups.list(), query, { total: 'count', toRow: toFile })),
    uploadBackup: async (_input, call) => {
      await backups.upload(await call.upload())
      return noContent
    },
    downloadBackup: async ({ params: { filename }, query: { node } }, call) => {
      requireThisNode(node)
      const { size } = backups.find(filename)
      await requireDownload(call, () => backups.tablesIn(filename))
      log.info({ file: filename, by: authorOf(call, '').by }, 'backup_downloaded')
      return {
        status: 200,
        body: backups.read(filename),
        // Names of backups need no encoding.
        headers: { 'content-disposition': `attachment; filename="${filename}"`, 'content-length': String(size) },
      }
    },
    deleteBackup: ({ params: { filename }, query: { node } }) => {
      requireThisNode(node)
      backups.remove(filename)
      return noContent
    },
    importData: async ({ body: { filename, node, mode, include, password } }, call) => {
      requireThisNode(node)
      const approve = approveAccounts(call, password, sessions)
      const problems = problemsOf(
        await backups.restore(filename, { mode, include }, authorOf(call, 'POST /data/import'), approve),
      )
      if (problems.length > 0) throw new AppError('BAD_REQUEST', problems.join('\n'))
      return noContent
    },
    listBackupParts: () =>
      ok({
        root_keys: [...backups.roots],
        table_sets: backups.tables.map(({ name, count }) => ({ name, count: count() })),
        upload_limit: backups.uploadLimit,
      }),
    previewBackup: async ({ body: { filename, node, mode } }) => {
      requireThisNode(node)
      return ok(await backups.preview(filename, mode))
    },
    restoreBackup: async ({ body: { filename, node, mode, include, root_keys, table_sets, password } }, call) => {
      requireThisNode(node)
      const choice = { mode, include, roots: root_keys, tables: table_sets }
      const approve = approveAccounts(call, password, sessions)
      return ok(await backups.restore(filename, choice, authorOf(call, 'POST /mqdeck/data/import'), approve))
    },
  }
}

const problemsOf = ({ tables }: BackupResult): readonly string[] => [
  ...describeRefusals(tables),
  ...tables.flatMap(({ name, message }) => (message === '' ? [] : [`${name}: ${message}`])),
]

export const backupModule = defineModule({
  name: 'backup',
  needs: { accounts: accountsModule, plugins: pluginsModule },
  create(context, { accounts: { sessions }, plugins }) {
    const { resources, failures, folder } = context
    const backups = openBackups({
      ...context,
      dataFolder: folder,
      tables: () => resources().flatMap(({ backupTables = [] }) => backupTables),
      plugins: () => plugins.packages.read().map(({ name }) => name),
      onDisabled: (path, reason) => failures.add(path, reason),
    })
    return { handlers: backupHandlers({ ...context, backups, sessions }) }
  },
})

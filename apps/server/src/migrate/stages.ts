import { settingsTasks } from './root-settings.ts'
import type { Secrets } from './secrets.ts'
import type { MigrationSource } from './source.ts'
import type { MigrationTask } from './task.ts'

/** Objects of a resource to create. */
export type TasksOf = (source: MigrationSource, secrets: Secrets) => readonly MigrationTask[]

/** In the order of creation: access control before listeners, retained messages before anything that processes messages. */
const stages = ['access', 'connections', 'listeners', 'retained', 'processing', 'accounts'] as const

/** The tasks of a resource at each stage. */
export type MigrationTasks = Partial<Readonly<Record<(typeof stages)[number], TasksOf>>>

/** Settings of the roots without objects, then the objects of the modules: stage by stage, in the order of the modules. */
export const migrationTasks =
  (modules: readonly { readonly migration: MigrationTasks }[]): TasksOf =>
  (source, secrets) => [
    ...settingsTasks(source, secrets),
    ...stages.flatMap((stage) => modules.flatMap(({ migration }) => migration[stage]?.(source, secrets) ?? [])),
  ]

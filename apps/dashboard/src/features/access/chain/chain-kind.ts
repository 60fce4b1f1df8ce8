import type { AuthzManifest } from '@mqdeck/access/catalog'
import type { AnyStruct } from '@mqdeck/contract'
import type { ChangeDefinition, QueryDefinition } from '../../../api/index.ts'
import type { FormGroup, PlugInFormProps } from '../../../schema-form/index.ts'
import type { Completion, Target } from '../../../ui/index.ts'
import type { Draft } from '../../explain/index.ts'
import type { ChainStatus } from './chain-types.ts'

/** An authenticator or an authorization source. */
export interface ChainMember {
  readonly enable?: boolean | undefined
}

/** The settings of a member as a form returns them, without what its ID contains. */
export interface MemberSettings {
  readonly id: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** One type of members that this dashboard has a form for. */
export interface MemberManifest extends Pick<AuthzManifest, 'category' | 'mark'> {
  readonly structs: readonly AnyStruct[]
  readonly example?: Readonly<Record<string, unknown>>
}

/** Differences between the pages of the two chains. An ID identifies a member: a chain has each type at most once. */
export interface ChainKind<Member extends ChainMember, Result extends string> {
  readonly name: 'authentication' | 'authorization'
  readonly useTexts: () => ChainTexts<Result>
  readonly useTextsIfEmpty: () => TextsIfEmpty
  readonly listPath: string
  readonly createPath: string
  readonly memberPage: (id: string) => Target
  /** `password_based:mysql`, `jwt`; `file`. */
  readonly idOf: (member: Member) => string
  /** Display name by ID; the ID itself for unknown types. */
  readonly useNameOf: () => (id: string) => string
  /** The fields that identify the type. */
  readonly typeOf: (id: string) => Readonly<Record<string, unknown>>
  /** Undefined for types that this dashboard does not have, for example those of a newer broker. */
  readonly manifestOf: (id: string) => MemberManifest | undefined
  readonly hasNoBackend: (member: Member) => boolean
  /** Users or rules that are stored in the broker have a tab of their own. */
  readonly dataTab: 'users' | 'rules'
  readonly hasData: (id: string) => boolean
  /** Possible results of a decision. Their counts add up to the total. */
  readonly results: readonly Result[]

  readonly chainQuery: QueryDefinition<undefined, readonly Member[]>
  readonly memberQuery: QueryDefinition<string, Member>
  readonly statusQuery: QueryDefinition<string, ChainStatus<Result>>
  readonly create: ChangeDefinition<MemberSettings, unknown>
  readonly save: ChangeDefinition<MemberSettings, unknown>
  readonly setEnabled: ChangeDefinition<{ readonly id: string; readonly enable: boolean }, unknown>
  readonly delete: ChangeDefinition<string, unknown>
  /** All IDs in their new order. */
  readonly saveOrder: ChangeDefinition<readonly string[], undefined>

  readonly useFormParts: () => FormParts
  /** The value of the settings form. */
  readonly settingsOf: (member: Member) => Readonly<Record<string, unknown>>
  /** The warning for changed settings, by their paths: `password_hash_algorithm.salt_position`. */
  readonly useWarning?: (member: Member) => (paths: readonly string[]) => string | undefined
  /** The chain with these settings at the position of the member, enabled. */
  readonly toDraft: (chain: readonly Member[], tried: MemberSettings) => Draft
}

interface FormParts extends Pick<PlugInFormProps, 'customFields' | 'check'> {
  readonly groups: readonly FormGroup[]
  /** Placeholders for templates and queries. */
  readonly completions: readonly Completion[]
}

interface ChainTexts<Result extends string> {
  readonly title: string
  readonly description: string
  readonly count: (count: number) => string
  /** Header of the column with the names. */
  readonly member: string
  readonly newMember: string
  readonly results: Readonly<Record<Result, { readonly label: string; readonly hint: string }>>
  readonly dataTab: string
  readonly disableQuestion: (name: string) => string
  readonly deleteQuestion: (name: string) => string
  /** Possible consequences if the member is disabled or deleted. */
  readonly risks: readonly string[]
  readonly dataDeleted: string
  readonly connectedClients: string
  readonly notFound: string
  readonly notFoundHint: (id: string) => string
  readonly allMembers: string
  readonly alreadyUsed: string
  readonly created: (name: string) => string
  /** Consequence of a member without a connection. */
  readonly fallsThrough: (next: string) => string
}

/** Texts for a chain without an enabled member. */
interface TextsIfEmpty {
  readonly empty: string
  readonly emptyHint: string
  readonly allDisabled: string
  /** Consequences if the last enabled member is disabled or deleted. */
  readonly noneLeft: readonly string[]
  /** Consequence if the last enabled member has no connection. */
  readonly lastIsDown: string
}

export const isEnabled = ({ enable }: ChainMember): boolean => enable !== false

import { type Finding, toFinding } from './finding.ts'
import type { Facts } from './queries.ts'
import { reachOf } from './reach.ts'

const month = 30 * 24 * 60 * 60 * 1000

/** Checks how users sign in to the dashboard and how programs call the API. */
export function checkDashboard(facts: Facts): readonly Finding[] {
  const { defaultPassword, users, secondFactors, dashboardHttp, profile, isDataFolderOpen } = facts
  // For users of single sign-on, the identity provider is responsible for two-factor authentication.
  const local = users?.filter(({ backend }) => backend === undefined || backend === 'local')
  const withSecondFactor = new Set(secondFactors?.map(({ username }) => username))
  const without = local?.filter(({ username }) => !withSecondFactor.has(username)).map(({ username }) => username) ?? []
  const reach = dashboardHttp === undefined ? undefined : reachOf(dashboardHttp)
  return [
    toFinding('defaultPassword', '/users', [
      [defaultPassword === undefined, 'unknown', 'serverOnly'],
      [defaultPassword === true, 'danger', 'defaultPassword'],
      [true, 'ok', 'ownPassword'],
    ]),
    toFinding('secondFactor', '/users', [
      [users === undefined || secondFactors === undefined, 'unknown', 'serverOnly'],
      [without.length > 0, 'attention', 'noSecondFactor', without],
      [true, 'ok', 'secondFactors'],
    ]),
    toFinding('dashboardHttp', '/dashboard-settings', [
      [reach === undefined, 'unknown', 'notReported'],
      [reach === 'everywhere', 'danger', 'httpEverywhere'],
      [reach === 'network', 'attention', 'httpNetwork'],
      [true, 'ok', reach === 'off' ? 'httpOff' : 'httpMachine'],
    ]),
    ...checkKeys(facts),
    toFinding('profile', '', [
      [profile === undefined, 'unknown', 'serverOnly'],
      [profile === 'open' && reach !== 'machine' && reach !== 'off', 'attention', 'profileOpen'],
      [true, 'ok', profile === 'open' ? 'profileLocal' : 'profileHardened'],
    ]),
    toFinding('dataFolder', '', [
      [isDataFolderOpen === undefined, 'unknown', 'serverOnly'],
      [isDataFolderOpen === true, 'attention', 'dataFolderOpen'],
      [true, 'ok', 'dataFolderClosed'],
    ]),
  ]
}

function checkKeys({ apiKeys, now }: Facts): readonly Finding[] {
  const used = apiKeys?.filter(({ enable, expired }) => enable && !expired)
  const endless = used?.filter(({ expired_at }) => expired_at === 'infinity').map(({ name }) => name) ?? []
  const ending = used?.filter(({ expired_at }) => Date.parse(expired_at) - now < month).map(({ name }) => name) ?? []
  return [
    toFinding('endlessKeys', '/api-key', [
      [apiKeys === undefined, 'unknown', 'notReported'],
      [endless.length > 0, 'attention', 'endlessKeys', endless],
      [used?.length === 0, 'ok', 'noKeys'],
      [true, 'ok', 'keysEnd'],
    ]),
    toFinding('endingKeys', '/api-key', [
      [apiKeys === undefined, 'unknown', 'notReported'],
      [ending.length > 0, 'attention', 'endingKeys', ending],
      [used?.length === 0, 'ok', 'noKeys'],
      [true, 'ok', 'noEndingKeys'],
    ]),
  ]
}

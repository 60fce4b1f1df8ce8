interface CodeEntry {
  /** The default HTTP status of the code; endpoints may declare another one. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503
  /** A sentence for users. */
  readonly description: string
}

/** The catalogue served at `/error_codes`: EMQX 5.8's codes in its order. */
export const errorCatalogue = {
  BAD_USERNAME_OR_PWD: { status: 401, description: 'Bad username or password' },
  BAD_API_KEY_OR_SECRET: { status: 401, description: 'Bad API key or secret' },
  BAD_REQUEST: { status: 400, description: 'Request parameters are invalid' },
  NOT_MATCH: { status: 412, description: 'Conditions are not matched' },
  ALREADY_EXISTS: { status: 409, description: 'The resource already exists' },
  BAD_CONFIG_SCHEMA: { status: 400, description: 'Configuration data is invalid' },
  BAD_LISTENER_ID: { status: 400, description: 'Bad listener ID' },
  BAD_NODE_NAME: { status: 400, description: 'Bad node name' },
  BAD_RPC: { status: 400, description: 'A node did not respond. Check the cluster and that node' },
  BAD_TOPIC: { status: 400, description: 'The topic does not comply with the MQTT standard' },
  EXCEED_LIMIT: { status: 409, description: 'The resource limit would be exceeded' },
  INVALID_PARAMETER: { status: 400, description: 'A request parameter is invalid or out of range' },
  CONFLICT: { status: 409, description: 'The request conflicts with the state of the resource' },
  NO_DEFAULT_VALUE: { status: 400, description: 'The parameter has no default value' },
  DEPENDENCY_EXISTS: { status: 400, description: 'Another resource depends on this one' },
  MESSAGE_ID_SCHEMA_ERROR: { status: 400, description: 'The message ID cannot be parsed' },
  INVALID_ID: { status: 400, description: 'Bad ID' },
  MESSAGE_ID_NOT_FOUND: { status: 404, description: 'The message ID does not exist' },
  NOT_FOUND: { status: 404, description: 'The resource does not exist' },
  CLIENTID_NOT_FOUND: { status: 404, description: 'The client ID does not exist' },
  CLIENT_NOT_FOUND: { status: 404, description: 'The client does not exist (usually not an MQTT client)' },
  RESOURCE_NOT_FOUND: { status: 404, description: 'The resource does not exist' },
  TOPIC_NOT_FOUND: { status: 404, description: 'The topic does not exist' },
  USER_NOT_FOUND: { status: 404, description: 'The user does not exist' },
  INTERNAL_ERROR: { status: 500, description: 'Internal server error' },
  SERVICE_UNAVAILABLE: { status: 503, description: 'The service is unavailable' },
  SOURCE_ERROR: { status: 500, description: 'The source failed' },
  UPDATE_FAILED: { status: 500, description: 'The update failed' },
  REST_FAILED: { status: 500, description: 'Resetting the source or configuration failed' },
  CLIENT_NOT_RESPONSE: { status: 500, description: 'The client does not respond' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, description: 'Unsupported media type' },
} as const satisfies Record<string, CodeEntry>

/** Codes that EMQX returns but omits in `/error_codes`. */
export const unlistedCodes = {
  AUTHORIZATION_HEADER_ERROR: { status: 401, description: 'The Authorization header is missing or malformed' },
  BAD_TOKEN: { status: 401, description: 'The token is not valid' },
  TOKEN_TIME_OUT: { status: 401, description: 'The token has expired' },
  API_KEY_NOT_ALLOW: { status: 401, description: 'API keys are not allowed here' },
  UNAUTHORIZED_ROLE: { status: 403, description: 'The role does not permit this' },
  FORBIDDEN: { status: 403, description: 'Forbidden' },
  ERROR_PWD_NOT_MATCH: { status: 400, description: 'The old password is wrong' },
  BAD_MFA_TOKEN: { status: 400, description: 'The code is wrong, expired or already used' },
  NOT_ALLOWED: { status: 400, description: 'Not allowed' },
  RULE_NOT_FOUND: { status: 404, description: 'The rule does not exist' },
  TEST_FAILED: { status: 400, description: 'The connection could not be established' },
  NODE_DOWN: { status: 500, description: 'The node does not respond' },
  CLIENT_SHUTDOWN: { status: 404, description: 'The client is shutting down' },
  INVALID_ACCEPT: { status: 400, description: 'None of the accepted media types is supported' },
  INVALID_CONFIG: { status: 400, description: 'The configuration is invalid' },
  BAD_NODE: { status: 500, description: 'The node does not exist' },
  INVALID_NODE: { status: 400, description: 'The node does not exist' },
  INVALID_TOPIC_NAME: { status: 400, description: 'The topic does not comply with the MQTT standard' },
  MESSAGE_NOT_FOUND: { status: 404, description: 'The message does not exist' },
  DUPLICATE_CONDITION: { status: 409, description: 'Another trace has the same condition' },
  BAD_TYPE: { status: 409, description: 'Traces of this type are currently not possible' },
  INVALID_PARAMS: { status: 400, description: 'A parameter is invalid' },
  NODE_ERROR: { status: 404, description: 'The node does not exist' },
  TOO_MANY_REQUESTS: { status: 429, description: 'Too many attempts. Wait and try again' },
  ALREADY_INSTALLED: { status: 400, description: 'The plugin is already installed' },
  BAD_PLUGIN_INFO: { status: 400, description: 'The plugin package is invalid' },
  BAD_CONFIG: { status: 400, description: 'The configuration of the plugin is invalid' },
  MOVE_FAILED: { status: 400, description: 'The order could not be changed' },
  UNEXPECTED_ERROR: { status: 400, description: 'The operation failed' },
  NOT_IMPLEMENTED: { status: 501, description: 'Not implemented for this kind of session' },
} as const satisfies Record<string, CodeEntry>

export type ErrorCode = keyof typeof errorCatalogue | keyof typeof unlistedCodes

const entries: Readonly<Record<ErrorCode, CodeEntry>> = { ...errorCatalogue, ...unlistedCodes }

interface ErrorOptions {
  readonly cause?: unknown
  readonly status?: number
  readonly retryAfter?: number
}

/**
 * An error for the caller. Thrown anywhere and converted to `{code, message}` in the server's error map. `message` is
 * sent unchanged.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds after which the request may be retried. An addition to EMQX's response. */
  readonly retryAfter: number | undefined
  override readonly name = 'AppError'

  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    super(message ?? entries[code].description, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status ?? entries[code].status
    this.retryAfter = options.retryAfter
  }
}

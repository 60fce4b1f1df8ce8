/** Default rules of a new broker, equivalent to EMQX's default file. */
export const defaultRules = `%% One rule after another, each ended by a dot. The first rule that matches decides.

%% The dashboard may read the broker's own topics.
{allow, {username, {re, "^dashboard$"}}, subscribe, ["$SYS/#"]}.

%% So may every client on this machine, and all topics at once.
{allow, {ipaddr, "127.0.0.1"}, all, ["$SYS/#", "#"]}.

%% Nobody else may listen to everything.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}, {eq, "+/+/#"}, {eq, "/#"}, {eq, "/+/#"}]}.

%% All else is allowed. Before production: change this to {deny, all}, and no_match to deny.
{allow, all}.

%% How rules are written
%%
%%   {allow or deny, who, action, [topics]}.      {allow, all}.      {deny, all}.
%%
%% who        all
%%            {username, "ann"}             {username, {re, "^a"}}
%%            {clientid, "c1"}              {clientid, {re, "^c"}}
%%            {client_attr, "group", "a"}   {client_attr, "group", {re, "^a"}}
%%            {ipaddr, "10.0.0.0/8"}        {ipaddrs, ["10.0.0.1", "192.168.0.0/16"]}
%%            {'and', [who, who]}           {'or', [who, who]}
%% action     publish, subscribe or all; {publish, [{qos, 1}, {retain, false}]}
%% topics     "a/b", "a/+/#", "d/\${clientid}/#"; {eq, "a/#"} is this text itself
`

// What this project changes in its PostgreSQL driver (postgres 3.4.9, Unlicense), and the plugins that change it as it is bundled.
//
// The driver keeps what belonged to a lost connection and goes on with it: it writes a rollback to a socket that is gone, from a
// callback nobody can catch, and the process ends; it runs statements of a dead transaction on the next connection; it gives a
// waiting statement the empty result of another. Known upstream (porsager/postgres #1066, #1142, #1154, #1155, #1186, #1208,
// #1215, #1216), with fixes proposed and none released. docs/choices.md says why it is changed rather than replaced.
//
// An edit that no longer finds its lines exactly once fails the build: look first whether the new version has its own fix.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const driver = resolve(import.meta.dirname, '..', 'node_modules', 'postgres');
const sources = join(driver, 'src');

export const edits = {
  'connection.js': [
    {
      why: 'The label of a statement is a comment before it.',
      from: `    const string = stringify(q, q.strings[0], q.args[0], parameters, types, options)`,
      to: `    const string = (q.label ? '/* request ' + q.label + ' */ ' : '') + stringify(q, q.strings[0], q.args[0], parameters, types, options)`,
    },
    {
      why: 'With a comment of its own it is not kept by name: each would stay for as long as the connection.',
      from: `    q.prepare = options.prepare && ('prepare' in q.options ? q.options.prepare : true)`,
      to: `    q.prepare = options.prepare && !q.label && ('prepare' in q.options ? q.options.prepare : true)`,
    },
    {
      why: 'What a connection does, where it leads and how to end it is known to whoever watches its statements.',
      from: `      , backend = { pid: null, secret: null }`,
      to: `      , backend = {
        pid: null, secret: null, host: null, port: null, path: options.path,
        isOpen: () => socket !== null && !initial,
        current: () => query,
        received: () => socket ? socket.bytesRead : 0,
        sent: () => socket ? socket.bytesWritten : 0,
        unsent: () => socket ? socket.writableLength : 0,
        opening: () => initial,
        destroy: err => socket && socket.destroy(err)
      }`,
    },
    {
      why: 'Hosts tried for the query that waits for this connection, and when a host that gave no sign was last tried by any.',
      from: `    , retries = 0
    , length = 0`,
      to: `    , retries = 0
    , attempts = 0
    , silent = options.shared.silent || (options.shared.silent = new Map())
    , length = 0`,
    },
    {
      why: 'As above.',
      from: `    count: 0,
    id
  }`,
      to: `    count: 0,
    backend,
    id
  }`,
    },
    {
      why: 'A COPY that fails after its last row (a broken constraint) ends its stream, whose end was waited for in vain.',
      from: `    stream && (stream.destroy(err), stream = null)
    query && queryError(query, err)`,
      to: `    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)
    query && queryError(query, err)`,
    },
    {
      why: 'What is left of a COPY whose reader gave up is passed over, so that its transaction can end.',
      from: `    stream = new Stream.Readable({
      read() { socket.resume() }
    })`,
      to: `    stream = new Stream.Readable({
      read() { socket && socket.resume() },
      destroy(error, callback) {
        stream === this && (stream = null)
        socket && socket.resume()
        callback(error)
      }
    })`,
    },
    {
      why: 'A COPY that ended while its reader was slow left the socket paused for good.',
      from: `    stream && stream.push(null)
    stream = null`,
      to: `    stream && stream.push(null)
    stream = null
    socket && socket.resume()`,
    },
    {
      why: 'As above: errors are shown too.',
      from: `    if (!err || typeof err !== 'object')
      err = new Error(err)`,
      to: `    if (!err || typeof err !== 'object')
      err = new Error(err)
    options.onqueryerror && options.onqueryerror(err)`,
    },
    {
      why: 'A connection serves many requests: it does not run in the context of the one that opened it.',
      from: `    setTimeout(connect, closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)`,
      to: `    const open = () => setTimeout(connect, closedTime ? Math.max(0, closedTime + delay - performance.now()) : 0)
    options.outside ? options.outside(open) : open()`,
    },
    {
      why: 'Every query that opens a connection tries each host once; one that was silent a moment ago only if all were.',
      from: `      initial = query
      reconnect()`,
      to: `      initial = query
      attempts = 0
      findHost() < host.length || (attempts = 0)
      reconnect()`,
    },
    {
      why: 'A connection that the other side has ended takes no more queries.',
      from: `    x.on('close', closed)
    x.on('drain', drain)
    return x`,
      to: `    x.on('close', closed)
    x.on('drain', drain)
    x.on('end', leave)
    return x`,
    },
    {
      why: 'The same over TLS.',
      from: `    socket.on('close', closed)
    socket.on('drain', drain)
  }`,
      to: `    socket.on('close', closed)
    socket.on('drain', drain)
    socket.on('end', leave)
  }

  function leave() {
    (connection.queue === queues.open || connection.queue === queues.busy) && onend(connection)
  }

  function hasNextHost() {
    return initial && findHost() < host.length
  }

  function findHost() {
    while (attempts < host.length && isSilent(hostAt(attempts)))
      attempts++
    return attempts
  }

  function hostAt(attempt) {
    return ((options.shared.hostIndex || 0) + attempt) % host.length
  }

  function isSilent(index) {
    return host.length > 1 && performance.now() - silent.get(index) < 1000
  }`,
    },
    {
      why: 'Nothing is queued on a socket that is gone; a query that cannot be built touches no other; a reservation does not depend on backpressure.',
      from: `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))`,
      to: `    if (terminated || !socket || !socket.writable)
      return queryError(q, Errors.connection(terminated ? 'CONNECTION_DESTROYED' : 'CONNECTION_CLOSED', options))`,
    },
    {
      why: 'As above: built first, then queued and written.',
      from: `    try {
      q.state = backend
      query
        ? sent.push(q)
        : (query = q, query.active = true)

      build(q)
      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
    } catch (error) {
      sent.length === 0 && write(Sync)
      errored(error)
      return true
    }`,
      to: `    let message
    try {
      build(q)
      message = toBuffer(q)
    } catch (error) {
      queryError(q, error)
      process.nextTick(() => !query && socket && !terminated && !connection.reserved && connection.queue === queues.busy && onopen(connection))
      return true
    }

    q.state = backend
    query
      ? sent.push(q)
      : (query = q, query.active = true)

    q.options.onexecute && q.options.onexecute(connection)
    return write(message)
      && !q.describeFirst
      && !q.cursorFn
      && !q.options.onexecute
      && sent.length < max_pipeline`,
    },
    {
      why: 'A statement that brings a name is found by it: its text, of thousands of characters, is not hashed each time.',
      from: `    q.signature = q.prepare && types + string`,
      to: `    q.signature = q.prepare && (q.options.statementName || types + string)`,
    },
    {
      why: 'A write that was due when the connection was lost is dropped: closed() has told its queries.',
      from: `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)`,
      to: `    const x = socket ? socket.write(chunk, fn) : true
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)`,
    },
    {
      why: 'A host that does not respond is not a failure while there is another, and keeps none of the others waiting.',
      from: `    errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket.destroy()`,
      to: `    silent.set(hostIndex, performance.now())
    hasNextHost() || errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket && socket.destroy()`,
    },
    {
      why: 'Connections begin with the host that served last, not with the next one.',
      from: `    terminated = false
    backendParameters = {}`,
      to: `    terminated = false
    backendParameters = {}
    hostIndex = hostAt(attempts++)
    silent.has(hostIndex) && silent.set(hostIndex, performance.now())
    backend.host = host[hostIndex]
    backend.port = port[hostIndex]`,
    },
    {
      why: 'As above.',
      from: `    socket.port = port[hostIndex]

    hostIndex = (hostIndex + 1) % port.length`,
      to: `    socket.port = port[hostIndex]`,
    },
    {
      why: 'With several hosts a failure was never reported: the count of hosts tried did not grow.',
      from: `    if (connection.queue === queues.connecting && options.host[retries + 1])
      return

    errored(err)`,
      to: `    leave()
    if (hasNextHost())
      return

    errored(err)`,
    },
    {
      why: 'The farewell to a host that does not respond ends too.',
      from: `    clearImmediate(nextWriteTimer)
    if (socket) {
      socket.removeListener('data', data)
      socket.removeListener('connect', connected)
      socket.readyState === 'open' && socket.end(b().X().end())
    }`,
      to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    if (socket) {
      const leaving = socket
      socket.removeListener('data', data)
      socket.removeListener('connect', connected)
      socket.readyState === 'open' && socket.end(b().X().end())
      setTimeout(() => leaving.destroy(), 1000).unref()
    }`,
    },
    {
      why: 'All that belonged to the lost connection ends with it, and every query of it is told.',
      from: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    },
    {
      why: 'As above.',
      from: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime = performance.now()`,
      to: `    const isConnecting = hasNextHost()
    isConnecting || error(errorResponse || Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
    if (isConnecting)
      return reconnect()

    closedTime = performance.now()`,
    },
    {
      why: 'Statements that were done are counted: after a failure, the next one shows that the database is back.',
      from: `      } else {
        query.resolve(results || result)
      }`,
      to: `      } else {
        initial || (options.shared.done = (options.shared.done || 0) + 1)
        query.resolve(results || result)
      }`,
    },
    {
      why: 'A host that was silent and responds is one like the others.',
      from: `    connectTimer.cancel()

    if (initial) {`,
      to: `    connectTimer.cancel()
    silent.delete(hostIndex)

    if (initial) {`,
    },
    {
      why: 'No host has what was asked for: the query is told.',
      from: `        else if (tryNext(target_session_attrs, backendParameters))
          return terminate()`,
      to: `        else if (tryNext(target_session_attrs, backendParameters))
          return (hasNextHost() || errored(Errors.connection('NOT_PRIMARY', options, socket)), terminate())`,
    },
    {
      why: 'A query that was given up while its connection opened is not run; the connection is for others.',
      from: `      initial && !initial.reserve && execute(initial)
      options.shared.retries = retries = 0
      initial = null
      return`,
      to: `      const first = initial
      options.shared.retries = retries = 0
      options.shared.hostIndex = hostIndex
      initial = null
      first.reserve || first.cancelled ? onopen(connection) : execute(first)
      return`,
    },
    {
      why: 'A connection cut here rejected a promise that nobody watches; the question has its time limit too.',
      from: `      backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'
    }
    query.execute()`,
      to: `      backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'
    }
    connectTimer.start()
    query.catch(noop)`,
    },
    {
      why: 'A server that is starting, stopping or full is not a failure while there is another host.',
      from: `    } else {
      errored(Errors.postgres(parseError(x)))
    }
  }

  function retry(q, error) {`,
      to: `    } else {
      const err = Errors.postgres(parseError(x))
      hasNextHost() && /^(57P|53)/.test(err.code) || errored(err)
    }
  }

  function retry(q, error) {`,
    },
  ],
  'query.js': [
    {
      why: 'Each failure of a statement that is not a template was kept for good.',
      from: `        : originStackCache.set(this.strings, this[originError].stack).get(this.strings)`,
      to: `        : this.tagged && originStackCache.set(this.strings, this[originError].stack).get(this.strings)`,
    },
  ],
  'index.js': [
    {
      why: 'A statement may carry a label of whoever asks, who is known here and no longer where it is sent.',
      from: `  function handler(query) {
    if (ending)`,
      to: `  function handler(query) {
    options.label && (query.label = options.label())
    if (ending)`,
    },
    {
      why: 'A transaction knows when its connection is lost or its work is over.',
      from: `      , connection
      , prepare = null

    try {
      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
      return await Promise.race([
        scope(connection, fn),
        new Promise((_, reject) => connection.onclose = reject)
      ])
    } catch (error) {
      throw error
    }`,
      to: `      , connection
      , prepare = null
      , over = null
      , rejectLost

    const lost = new Promise((_, reject) => rejectLost = reject)
    lost.catch(() => { /* told by the race */ })

    try {
      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
      return await Promise.race([scope(connection, fn), lost])
    } finally {
      over = over || true
    }`,
    },
    {
      why: 'No rollback on a connection that is lost: the server has rolled back.',
      from: `      } catch (e) {
        await (name`,
      to: `      } catch (e) {
        if (over)
          throw e

        await (name`,
    },
    {
      why: 'A statement of a dead transaction never runs outside it.',
      from: `      function handler(q) {
        q.catch(e => uncaughtError || (uncaughtError = e))`,
      to: `      function handler(q) {
        options.label && (q.label = options.label())
        if (over)
          return q.reject(over === true ? Errors.generic('TRANSACTION_OVER', 'The transaction of this statement is over') : over)

        q.catch(e => uncaughtError || (uncaughtError = e))`,
    },
    {
      why: 'Whoever watches statements sees all connections and what waits for one.',
      from: `    PostgresError,
    options,
    reserve,`,
      to: `    PostgresError,
    options,
    connections: connections.map(c => c.backend),
    waiting: () => Array.from({ length: queries.length }, () => queries.push(queries.shift())),
    reserve,`,
    },
    {
      why: 'Statements that wait for their turn in a transaction are told of its end.',
      from: `    function onexecute(c) {
      connection = c
      move(c, reserved)`,
      to: `    function onexecute(c) {
      connection = c
      c.onclose = e => {
        over = e
        while (queries.length)
          queries.shift().reject(e)
        rejectLost(e)
      }
      move(c, reserved)`,
    },
  ],
};

/** The text of a source of the driver with its edits; throws when one does not fit. */
export function editSource(name, text) {
  return (edits[name] ?? []).reduce((edited, { from, to, why }) => {
    if (edited.split(from).length !== 2) {
      throw new Error(`postgres/src/${name} is not the version that scripts/postgres-edits.mjs knows: "${why}"`);
    }
    return edited.replace(from, () => to);
  }, text);
}

/** For esbuild: the driver is bundled with its edits, whatever else stays external. */
export function esbuildPostgresEdits() {
  return {
    name: 'postgres-edits',
    setup(build) {
      build.onResolve({ filter: /^postgres$/ }, () => ({ path: join(sources, 'index.js') }));
      build.onLoad({ filter: /[\\/]postgres[\\/]src[\\/](?:connection|index|query)\.js$/ }, ({ path }) => ({
        contents: editSource(nameOf(path), readFileSync(path, 'utf8')),
        loader: 'js',
      }));
    },
  };
}

/** For vitest, whose configuration must inline the driver: `server.deps.inline: ['postgres']`. */
export function vitePostgresEdits() {
  return {
    name: 'postgres-edits',
    enforce: 'pre',
    transform(code, id) {
      const name = nameOf(id);
      return /[\\/]postgres[\\/]src[\\/]/.test(id) && name in edits
        ? { code: editSource(name, code), map: null }
        : null;
    },
  };
}

function nameOf(path) {
  return path.split('?')[0].split(/[\\/]/).at(-1);
}

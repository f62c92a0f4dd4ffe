/**
 * Functions and classes of Node's inside that an app can reach and that were looked at, on Node 20, 22, 24 and 26: none
 * names a process, a path, an address or a descriptor that the app does not have. A new one fails
 * `../walk.spec.ts`: read its source in Node, then list it here, or refuse it in
 * `cli/sandbox/runner/hardening/harden-handles.ts`.
 */

/** Methods, accessors and functions, whatever they are found on. */
export const REVIEWED_METHODS: ReadonlySet<string> = new Set(
  `
  MessageChannel Storage URLPattern _external _externalStream _getActiveHandles _getActiveRequests _readRawBytes
  _setTreatArrayBufferViewsAsHostObjects abort add addAddress addAddresses addCACert addCRL addRange addRootCerts
  addSubnet altsvc asciiSlice asciiWrite asyncReset availableMemory availableParallelism base64Slice base64Write
  base64urlSlice base64urlWrite bytesRead bytesWritten cachedDataVersionTag cancel cdf certCbDone check
  checkEcKeyData checkString clear clientHelloDone cliffsD close closeSync cohensD computeSecret constrainedMemory
  constructor consume count countAt countBigInt createCachedData destroy destroySSL detail digest duration emitEOF
  enableALPNCb enableCertCb enableKeylogCallback enablePskCallback enableSessionCallbacks enableTicketKeyCallback
  enableTrace endParser equals ewmaErrorRate ewmaMean ewmaStddev exceeds exceedsBigInt exec execute export
  exportJwk exportKeyingMaterial fd final finish finishShutdown finishWrite flowlabel flushCompileCache free
  freemem generateKeys getALPNNegotiatedProtocol getActiveResourcesInfo getAsymmetricKeyType
  getAsyncContextFrameForDebuggingOnly getAsyncId getAuthTag getCertificate getCipher getCurrentBuffer
  getEphemeralKeyInfo getFinished getGenerator getIssuer getItem getMaxProto getMinProto getPeerCertificate
  getPeerFinished getPeerX509Certificate getPrime getPrivateKey getProtocol getProviderType getPublicKey getReader
  getRules getServername getServers getSession getSharedSigalgs getSize getSymmetricKeySize getTLSTicket
  getTicketKeys getTypeOfService getWireFormatVersion getX509Certificate getegid geteuid getgid getgroups
  getpeername getsockname getuid goaway hasPeerCertificate hasPendingData hasRef hasRegExpGroups hash
  headersCompleted hexSlice hexWrite hostname id idleTime import info init initECRaw initEDRaw initJwk initialize
  initialized initiv isAnyArrayBuffer isArgumentsObject isArrayBuffer isAsyncFunction isBigIntObject
  isBooleanObject isBoxedPrimitive isDataView isDate isExternal isGeneratorFunction isGeneratorObject isMap
  isMapIterator isModuleNamespaceObject isNativeError isNumberObject isPromise isProxy isRegExp isSessionReused
  isSet isSetIterator isSharedArrayBuffer isStringObject isSymbolObject isWeakMap isWeakSet key keyDetail ksTest
  kurtosis latin1Slice latin1Write legacyDetail length linearBuckets loadPKCS12 loadSession localSettings
  logBuckets mannWhitneyTest max maxBigInt mean meanCI min minBigInt newSessionDone onread origin params password
  pathname pause percentile percentileBigInt percentileCI percentiles percentilesAt percentilesBigInt ping port
  postMessage priority protocol pushPromise qrde read readBuffer readDouble readHeader readStart readStop
  readUint32 readUint64 readValue receive record recordCorrected recordDelta ref refreshState reject releaseBuffer
  releaseFD remoteSettings remove removeAddress removeItem removeRange removeSubnet renegotiate request
  requestOCSP reset resolve respond resume rss rstStream run runInContext search setAAD setALPNProtocols
  setAllowPartialTrustChain setAuthTag setAutoPadding setBlocking setCert setCertificateCompression
  setCipherSuites setCiphers setDHParam setECDHCurve setGracefulClose setItem setKeepAlive setKey setKeyCert
  setLocalWindowSize setMaxProto setMaxSendFragment setMinProto setNextStreamID setNoDelay setOCSPResponse
  setOptions setPrivateKey setPskIdentityHint setPublicKey setServername setSession setSessionIdContext
  setSessionTimeout setSigalgs setTicketKeys setTypeOfService setVerifyMode settings shutdown sign skewness slice
  stack stddev stop stopCoverage structuredClone subtract takeCoverage test timingSafeEqual totalmem trailers
  transferArrayBuffer ucs2Slice ucs2Write unconsume unref update updateChunksSent uptime useUserBuffer username
  utf8Slice utf8Write verify verifyError welchTest write writeAsciiString writeBuffer writeDouble writeHeader
  writeLatin1String writeQueueSize writeRawBytes writeSync writeUcs2String writeUint32 writeUint64 writeUtf8String
  writeValue writesIssuedByPrevListenerDone writev
  `
    .trim()
    .split(/\s+/),
);

/** What reads and writes nothing but memory, and requests, which no function takes that an app can reach. */
export const REVIEWED_CLASSES: ReadonlySet<string> = new Set(
  `
  Blob BlockList BrotliDecoder BrotliEncoder CipherBase ContextifyScript Deserializer DiffieHellmanGroup ECDH
  FSReqCallback FSReqPromise GetAddrInfoReqWrap GetNameInfoReqWrap HTTPParser Hash HeapSnapshotStream Histogram
  Hmac Http2Session Http2Stream JSStream JSTransferable MessageChannel MessagePort NamedKeyPairGenJob
  NidKeyPairGenJob PipeConnectWrap QueryReqWrap SecretKeyGenJob SecureContext Serializer ShutdownWrap Sign
  SocketAddress Storage StreamPipe TCPConnectWrap TLSWrap URLPattern Verify WriteWrap Zlib ZstdCompress
  ZstdDecompress process
  `
    .trim()
    .split(/\s+/),
);

/** Node's permission model refuses these itself: they load an engine of OpenSSL. `../handles.spec.ts` tries them. */
export const REFUSED_BY_NODE: ReadonlySet<string> = new Set([
  'setClientCertEngine',
  'setEngineKey',
]);

/** `start` of a signal's listener, a port for messages, a TLS session and a histogram. Of a watcher it begins at a path. */
export const REVIEWED_STARTS: readonly string[] = [
  'messages.start',
  'perf_hooks.start',
  'resources.start',
  'tls.start',
];

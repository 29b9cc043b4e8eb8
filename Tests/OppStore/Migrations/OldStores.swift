/// Stores as earlier versions left them, as SQL
///
/// They are never changed: a migration has to cope with what lies on people's disks.
enum OldStores {
  static let version1 = """
    CREATE TABLE firing (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      opp TEXT NOT NULL,
      row TEXT NOT NULL,
      at INTEGER NOT NULL,
      text TEXT,
      payload TEXT,
      colour INTEGER,
      urgent INTEGER NOT NULL,
      delivered INTEGER NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      next INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      error TEXT,
      UNIQUE (opp, row, at)
    ) STRICT;
    CREATE INDEX firing_by_time ON firing (at);
    CREATE INDEX firing_waiting ON firing (next) WHERE state = 'waiting';

    CREATE TABLE recipient (
      firing INTEGER NOT NULL REFERENCES firing (number) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (firing, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE declared (
      opp TEXT PRIMARY KEY,
      colour INTEGER,
      snooze INTEGER NOT NULL,
      disabled INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE standing (
      opp TEXT PRIMARY KEY,
      enabled INTEGER NOT NULL,
      by TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE snooze (
      opp TEXT NOT NULL,
      row TEXT NOT NULL,
      until INTEGER NOT NULL,
      by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (opp, row)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE life (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      begins INTEGER NOT NULL,
      present INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE memory (
      key TEXT PRIMARY KEY,
      content TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE odds (
      key TEXT PRIMARY KEY,
      true_count REAL NOT NULL,
      false_count REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE supplier (
      name TEXT PRIMARY KEY,
      latency REAL NOT NULL,
      answered REAL NOT NULL,
      failed REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE fetch (
      number INTEGER PRIMARY KEY,
      supplier TEXT NOT NULL,
      subject TEXT NOT NULL,
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      reason TEXT,
      retry_after INTEGER,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX fetch_by_time ON fetch (at);

    CREATE TABLE address (
      text TEXT PRIMARY KEY,
      latitude REAL,
      longitude REAL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE token (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE daemon (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      pid INTEGER NOT NULL,
      started INTEGER NOT NULL
    ) STRICT;

    INSERT INTO firing VALUES (
      1, '2026-06-21T12:00:00Z/Walk/%5B%22x%22%5D', 'Walk', '["x"]', 1782043200, 'Go.', '{}', 255, 1,
      1782043260, 'waiting', 2, 1782043260, 1782043230, 'it answered 503');
    INSERT INTO recipient VALUES (1, 0, 'ann');
    INSERT INTO declared VALUES ('Walk', 255, 3600, 1);
    INSERT INTO standing VALUES ('Walk', 0, 'opp disable', 1782043200);
    INSERT INTO snooze VALUES ('Bath', '', 1782046800, 'opp snooze', 1782043200);
    INSERT INTO life VALUES (1, 1782043000, 1782043200);
    INSERT INTO memory VALUES ('k', 'v');
    INSERT INTO odds VALUES ('o', 1.0, 2.0);
    INSERT INTO supplier VALUES ('weather', 0.5, 3.0, 1.0);
    INSERT INTO fetch VALUES (1, 'weather', 'weather', 1782043200, 'arrived', NULL, NULL, 800);
    INSERT INTO fetch VALUES (2, 'weather', 'weather', 1782043201, 'limited', '429', 30, 80);
    INSERT INTO address VALUES ('here', 1.5, 2.5, 1782043200);
    INSERT INTO address VALUES ('nowhere', NULL, NULL, 1782043200);
    INSERT INTO token VALUES ('etag', '7');
    INSERT INTO daemon VALUES (1, 77, 1782043200);
    PRAGMA application_id = 1332768801;
    PRAGMA user_version = 1;
    """

  /// Left by `opp run` over a recording until 05:00, and by `opp done`, `dismiss` and `snooze` at 04:56:07
  ///
  /// ```opp
  /// set zone "UTC"
  /// table tasks by id { id: Text  due: Instant }
  /// source door { open: Bool }
  /// opp "Door" when door.open notify "Open." again every 30min
  /// opp "Pills" on 1:00 notify "Take it." again every 30min
  /// opp "Task" for each t in tasks on t.due notify "{t.id} is due." again every 1h at most 100 per day
  /// opp "Lamp" when door.open notify "The lamp." snooze 2h
  /// opp "Passport" on 2:00 notify "Renew it."
  /// opp "Windows" when door.open notify "Close them." again every 1h at most 20 per day
  /// ```
  static let version2 = """
    CREATE TABLE address (
      text TEXT PRIMARY KEY,
      latitude REAL,
      longitude REAL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE asking (
      key TEXT PRIMARY KEY,
      answered INTEGER,
      counts INTEGER,
      failures INTEGER NOT NULL,
      since INTEGER,
      retry INTEGER,
      rest INTEGER,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "asking" VALUES('source 4:door 0 -',1795410000,1795410900,0,NULL,NULL,NULL,1795410000);
    CREATE TABLE daemon (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      pid INTEGER NOT NULL,
      started INTEGER NOT NULL
    ) STRICT;
    INSERT INTO "daemon" VALUES(1,16211,1795409767);
    CREATE TABLE declared (
      opp TEXT PRIMARY KEY,
      colour INTEGER,
      snooze INTEGER NOT NULL,
      disabled INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "declared" VALUES('Door',NULL,3600,0);
    INSERT INTO "declared" VALUES('Lamp',NULL,7200,0);
    INSERT INTO "declared" VALUES('Passport',NULL,3600,0);
    INSERT INTO "declared" VALUES('Pills',NULL,3600,0);
    INSERT INTO "declared" VALUES('Task',NULL,3600,0);
    INSERT INTO "declared" VALUES('Windows',NULL,3600,0);
    CREATE TABLE fetch (
      number INTEGER PRIMARY KEY,
      supplier TEXT NOT NULL,
      subject TEXT NOT NULL,
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      reason TEXT,
      retry_after INTEGER,
      bytes INTEGER NOT NULL
    , cost REAL NOT NULL DEFAULT 1) STRICT;
    INSERT INTO "fetch" VALUES(1,'door','door',1795392000,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(2,'door','door',1795392900,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(3,'door','door',1795393800,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(4,'door','door',1795394700,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(5,'door','door',1795395600,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(6,'door','door',1795396500,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(7,'door','door',1795397400,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(8,'door','door',1795398300,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(9,'door','door',1795399200,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(10,'door','door',1795400100,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(11,'door','door',1795401000,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(12,'door','door',1795401900,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(13,'door','door',1795402800,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(14,'door','door',1795403700,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(15,'door','door',1795404600,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(16,'door','door',1795405500,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(17,'door','door',1795406400,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(18,'door','door',1795407300,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(19,'door','door',1795408200,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(20,'door','door',1795409100,'arrived',NULL,NULL,0,1.0);
    INSERT INTO "fetch" VALUES(21,'door','door',1795410000,'arrived',NULL,NULL,0,1.0);
    CREATE TABLE firing (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      opp TEXT NOT NULL,
      row TEXT NOT NULL,
      at INTEGER NOT NULL,
      text TEXT,
      payload TEXT,
      colour INTEGER,
      urgent INTEGER NOT NULL,
      delivered INTEGER NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      next INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      error TEXT, ahead INTEGER NOT NULL DEFAULT 0,
      UNIQUE (opp, row, at)
    ) STRICT;
    INSERT INTO "firing" VALUES(1,'2026-11-23T01:00:00Z/Pills','Pills','',1795395600,'Take it.',NULL,NULL,0,1795395600,'dismissed',0,1795395600,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(2,'2026-11-23T01:30:00Z/Pills','Pills','',1795397400,'Take it.',NULL,NULL,0,1795397400,'dismissed',0,1795397400,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(3,'2026-11-23T02:00:00Z/Passport','Passport','',1795399200,'Renew it.',NULL,NULL,0,1795399200,'dismissed',0,1795399200,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(4,'2026-11-23T02:00:00Z/Pills','Pills','',1795399200,'Take it.',NULL,NULL,0,1795399200,'dismissed',0,1795399200,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(5,'2026-11-23T02:30:00Z/Pills','Pills','',1795401000,'Take it.',NULL,NULL,0,1795401000,'dismissed',0,1795401000,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(6,'2026-11-23T02:30:00Z/Task/%5B%22a%22%5D','Task','["a"]',1795401000,'a is due.',NULL,NULL,0,1795401000,'dismissed',0,1795401000,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(7,'2026-11-23T03:00:00Z/Door','Door','',1795402800,'Open.',NULL,NULL,0,1795402800,'told',0,1795402800,1795402800,NULL,0);
    INSERT INTO "firing" VALUES(8,'2026-11-23T03:00:00Z/Lamp','Lamp','',1795402800,'The lamp.',NULL,NULL,0,1795402800,'told',0,1795402800,1795402800,NULL,0);
    INSERT INTO "firing" VALUES(9,'2026-11-23T03:00:00Z/Pills','Pills','',1795402800,'Take it.',NULL,NULL,0,1795402800,'dismissed',0,1795402800,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(10,'2026-11-23T03:00:00Z/Windows','Windows','',1795402800,'Close them.',NULL,NULL,0,1795402800,'told',0,1795402800,1795402800,NULL,0);
    INSERT INTO "firing" VALUES(11,'2026-11-23T03:15:00Z/Task/%5B%22b%22%5D','Task','["b"]',1795403700,'b is due.',NULL,NULL,0,1795403700,'told',0,1795403700,1795403700,NULL,0);
    INSERT INTO "firing" VALUES(12,'2026-11-23T03:30:00Z/Door','Door','',1795404600,'Open.',NULL,NULL,0,1795404600,'told',0,1795404600,1795404600,NULL,0);
    INSERT INTO "firing" VALUES(13,'2026-11-23T03:30:00Z/Pills','Pills','',1795404600,'Take it.',NULL,NULL,0,1795404600,'dismissed',0,1795404600,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(14,'2026-11-23T03:30:00Z/Task/%5B%22a%22%5D','Task','["a"]',1795404600,'a is due.',NULL,NULL,0,1795404600,'dismissed',0,1795404600,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(15,'2026-11-23T04:00:00Z/Door','Door','',1795406400,'Open.',NULL,NULL,0,1795406400,'told',0,1795406400,1795406400,NULL,0);
    INSERT INTO "firing" VALUES(16,'2026-11-23T04:00:00Z/Pills','Pills','',1795406400,'Take it.',NULL,NULL,0,1795406400,'dismissed',0,1795406400,1795409767,NULL,0);
    INSERT INTO "firing" VALUES(17,'2026-11-23T04:00:00Z/Windows','Windows','',1795406400,'Close them.',NULL,NULL,0,1795406400,'told',0,1795406400,1795406400,NULL,0);
    INSERT INTO "firing" VALUES(18,'2026-11-23T04:15:00Z/Task/%5B%22b%22%5D','Task','["b"]',1795407300,'b is due.',NULL,NULL,0,1795407300,'told',0,1795407300,1795407300,NULL,0);
    INSERT INTO "firing" VALUES(19,'2026-11-23T04:30:00Z/Door','Door','',1795408200,'Open.',NULL,NULL,0,1795408200,'told',0,1795408200,1795408200,NULL,0);
    INSERT INTO "firing" VALUES(20,'2026-11-23T04:30:00Z/Pills','Pills','',1795408200,'Take it.',NULL,NULL,0,1795408200,'told',0,1795408200,1795408200,NULL,0);
    INSERT INTO "firing" VALUES(21,'2026-11-23T05:00:00Z/Door','Door','',1795410000,'Open.',NULL,NULL,0,1795410000,'told',0,1795410000,1795410000,NULL,0);
    INSERT INTO "firing" VALUES(22,'2026-11-23T05:00:00Z/Pills','Pills','',1795410000,'Take it.',NULL,NULL,0,1795410000,'told',0,1795410000,1795410000,NULL,0);
    CREATE TABLE life (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      begins INTEGER NOT NULL,
      present INTEGER NOT NULL
    ) STRICT;
    INSERT INTO "life" VALUES(1,1795392000,1795410000);
    CREATE TABLE memory (
      key TEXT PRIMARY KEY,
      content TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "memory" VALUES('control 4:Lamp','1 ? F 1795420567');
    INSERT INTO "memory" VALUES('control 7:Windows','1 ? F 1795416967');
    INSERT INTO "memory" VALUES('control 8:Passport','1 T F -');
    INSERT INTO "memory" VALUES('engine','1 T');
    INSERT INTO "memory" VALUES('opp 4:Door','1 5b243ef26ea485170867f37427df11ad T 1795402800 - -1152921504606846976 0 0 - F 1795410000 0 0 F 0');
    INSERT INTO "memory" VALUES('opp 4:Lamp','1 5b243ef26ea485170867f37427df11ad T - - -1152921504606846976 0 0 1795420567 F 1795402800 0 0 F 0');
    INSERT INTO "memory" VALUES('opp 4:Task 5:tasks 1 t 1:a','1 8837141b09c3b4dab56678121cd2597e T 1795401000 day 20780 2 0 4957649767 T 1795404600 1 8db9e3a1f3ac09210aa76eb5753e9811 ? ? ? -1152921504606846976 0 F 0');
    INSERT INTO "memory" VALUES('opp 4:Task 5:tasks 1 t 1:b','1 8837141b09c3b4dab56678121cd2597e T 1795403700 day 20780 2 0 - F 1795407300 1 8db9e3a1f3ac09210aa76eb5753e9811 ? ? ? -1152921504606846976 0 F 0');
    INSERT INTO "memory" VALUES('opp 5:Pills','1 0e01e61a189189c9f84395349ef494e9 T 1795395600 - -1152921504606846976 0 0 - F 1795410000 1 24014edf91338e2e32a461954869fba2 ? ? T 20780 0 F 0');
    INSERT INTO "memory" VALUES('opp 7:Windows','1 5b243ef26ea485170867f37427df11ad T 1795402800 day 20780 2 0 1795416967 F 1795406400 0 0 F 0');
    INSERT INTO "memory" VALUES('opp 8:Passport','1 0e01e61a189189c9f84395349ef494e9 T - - -1152921504606846976 0 0 - F 1795399200 1 19fbc9660ed338a22e30fc41ed776d4f ? ? T 20780 0 F 0');
    INSERT INTO "memory" VALUES('reading 4:door 0','1 fresh 1795402800 1795410901 - F 1 4:open + T');
    INSERT INTO "memory" VALUES('row 5:tasks 1 t 1:a','1 T 2 2:id t 1:a 3:due 1795401000');
    INSERT INTO "memory" VALUES('row 5:tasks 1 t 1:b','1 T 2 2:id t 1:b 3:due 1795403700');
    INSERT INTO "memory" VALUES('rule 4:Task','1 8837141b09c3b4dab56678121cd2597e');
    INSERT INTO "memory" VALUES('table 10:happenings','1 F F 0');
    INSERT INTO "memory" VALUES('table 5:tasks','1 T F 1 1795392000 T');
    INSERT INTO "memory" VALUES('table 6:agenda','1 F F 0');
    INSERT INTO "memory" VALUES('table 7:friends','1 F F 0');
    INSERT INTO "memory" VALUES('table 8:forecast','1 F F 0');
    CREATE TABLE odds (
      key TEXT PRIMARY KEY,
      true_count REAL NOT NULL,
      false_count REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "odds" VALUES('7e40c45ef58ca6f34e8179c84e400abe',8.45753459312050281937e+00,9.56425547947648269087e+00);
    CREATE TABLE recipient (
      firing INTEGER NOT NULL REFERENCES firing (number) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (firing, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snooze (
      opp TEXT NOT NULL,
      row TEXT NOT NULL,
      until INTEGER NOT NULL,
      by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (opp, row)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "snooze" VALUES('Lamp','',1795420567,'opp snooze',1795409767);
    INSERT INTO "snooze" VALUES('Task','["a"]',4957649767,'opp done',1795409767);
    INSERT INTO "snooze" VALUES('Windows','',1795416967,'opp snooze',1795409767);
    CREATE TABLE standing (
      opp TEXT PRIMARY KEY,
      enabled INTEGER NOT NULL,
      by TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "standing" VALUES('Passport',0,'opp done',1795409767);
    CREATE TABLE supplier (
      name TEXT PRIMARY KEY,
      latency REAL NOT NULL,
      answered REAL NOT NULL,
      failed REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "supplier" VALUES('addresses',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('calendar',0.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('device',0.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('door',0.0,9.97811620217369799057e-01,2.18837978263024734645e-03);
    INSERT INTO "supplier" VALUES('forecast',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('friends',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('happenings',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('location',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('places',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('resort',0.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('stock',0.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('store',0.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('tasks',1.0,0.98,0.02);
    INSERT INTO "supplier" VALUES('weather',0.0,0.98,0.02);
    CREATE TABLE token (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "token" VALUES('refreshable','door');
    INSERT INTO "token" VALUES('zone of the rules','UTC');
    CREATE INDEX firing_by_time ON firing (at);
    CREATE INDEX firing_waiting ON firing (next) WHERE state = 'waiting';
    CREATE INDEX fetch_by_time ON fetch (at);
    PRAGMA application_id = 1332768801;
    PRAGMA user_version = 2;
    """
}
